"""Drives a GTK program through the accessibility bus, as a screen reader would (Debian: python3-gi, gir1.2-atspi-2.0).

Reads a command a line and answers a line: "ok", "ok TEXT" or "error TEXT". Fields are separated by tabs.
  app NAME PID     wait for the program on the bus, and look only at it
  wait TEXT        until a widget's name or text contains TEXT; answers that name
  press NAME       do the first action of the widget with exactly this name
  type NAME TEXT   set the text of the entry with this name
  enabled NAME     until the widget with this name is enabled
  disabled NAME    until it is not
  gone TEXT        until nothing contains TEXT
  follow           follow the page's first link by keyboard: a page's content is not on the bus
  picture FILE     a picture of the display
  names            every name and text, separated by " | "
  unnamed          controls that can have the focus and have no name of their own
"""
import re
import subprocess
import sys
import time

import warnings

import gi

warnings.simplefilter("ignore")
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

LIMIT = 30
UNNAMED = re.compile(r"(Gtk|Adw)[A-Z]\w*")  # GTK 4.8 gives a widget without a name that of its class
CONTROLS = {"push button", "button", "toggle button", "check box", "text", "entry", "password text", "list item", "page tab"}


class Driver:
    def __init__(self):
        self.app = None

    def children(self, node, step=1):
        try:
            count = node.get_child_count()
        except Exception:
            return
        for index in range(min(count, 500))[::step]:
            try:
                child = node.get_child_at_index(index)
            except Exception:
                continue
            if child is not None:
                yield child

    def walk(self, node=None, depth=0, step=1):
        node = node or self.app
        if depth > 60:
            return
        yield node
        for child in self.children(node, step):
            yield from self.walk(child, depth + 1, step)

    @staticmethod
    def words(node):
        try:
            name = node.get_name() or ""
            words = ["" if UNNAMED.fullmatch(name) else name]
            text = node.get_text_iface()
            if text is not None:
                words.append(Atspi.Text.get_text(text, 0, -1) or "")
            return [word for word in words if word]
        except Exception:
            return []

    def named(self, name):
        for node in self.walk():
            if node.get_role_name() == "label":
                continue  # the text of a control is a label of the same name
            # GTK 4.8 says the label of a button with a mnemonic twice.
            if any(word in (name, f"{name} {name}") for word in self.words(node)):
                yield node

    def until(self, what, found):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            while GLib.MainContext.default().iteration(False):
                pass
            answer = found()
            if answer is not None:
                return answer
            if self.app is not Atspi.get_desktop(0):
                self.app.clear_cache()  # even so it remembers children that are no more
            time.sleep(0.05)
        raise LookupError(f"{what}; there is: {' | '.join(self.all_words())}")

    def all_words(self):
        return [word for node in self.walk() for word in self.words(node)]

    @staticmethod
    def type(*keys):
        for key in keys:
            Atspi.generate_keyboard_event(key, None, Atspi.KeySynthType.SYM)

    # Commands

    def do_app(self, name, pid):
        def find():
            for child in self.children(Atspi.get_desktop(0)):
                if child.get_name() == name and child.get_process_id() == int(pid) and child.get_child_count():
                    return child
            return None

        self.app = Atspi.get_desktop(0)
        # Nothing may be remembered: GTK 4.8 does not tell of all changes. So a look at the whole window takes a second.
        self.app.set_cache_mask(Atspi.Cache.NONE)
        self.app = self.until(f"no program {name} on the bus", find)
        return ""

    def do_wait(self, text):
        def find():
            # The last first: a toast is the last child of its overlay, and gone after some seconds.
            return next((word for node in self.walk(step=-1) for word in self.words(node) if text in word), None)

        return self.until(f"no {text!r}", find)

    def do_press(self, name):
        def act():
            for node in self.named(name):
                place = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
                # What is not shown has no size, and would take the press and do nothing.
                if place.width == 0 or not node.get_state_set().contains(Atspi.StateType.SENSITIVE):
                    continue
                action = node.get_action_iface()
                if action is not None and Atspi.Action.get_n_actions(action) > 0:
                    return "" if Atspi.Action.do_action(action, 0) else None
                # The rows of a list have no action: they are clicked. The window's corner is that of the display.
                if node.get_role_name() == "list item":
                    x, y = place.x + place.width // 2, place.y + place.height // 2
                    return "" if Atspi.generate_mouse_event(x, y, "b1c") else None
            return None

        return self.until(f"nothing to press named {name!r}", act)

    def do_type(self, name, text):
        def enter():
            for node in self.named(name):
                for part in self.walk(node):
                    editable = part.get_editable_text_iface()
                    if editable is not None and Atspi.EditableText.set_text_contents(editable, text):
                        return ""
            return None

        return self.until(f"no entry named {name!r}", enter)

    def sensitivity(self, name, wanted):
        def look():
            for node in self.named(name):
                if node.get_state_set().contains(Atspi.StateType.SENSITIVE) == wanted:
                    return ""
            return None

        return self.until(f"{name!r} is not {'enabled' if wanted else 'disabled'}", look)

    def do_enabled(self, name):
        return self.sensitivity(name, True)

    def do_disabled(self, name):
        return self.sensitivity(name, False)

    def do_follow(self):
        self.type(0xFF09, 0xFF0D)  # Tab, Return
        return ""

    def do_gone(self, text):
        self.until(f"{text!r} stays", lambda: None if any(text in word for word in self.all_words()) else "")
        return ""

    def do_picture(self, file):
        time.sleep(1)  # animations
        subprocess.run(["import", "-window", "root", file], check=True)
        return ""

    def do_names(self):
        return " | ".join(self.all_words())

    def do_unnamed(self):
        found = []
        for node in self.walk():
            states = node.get_state_set()
            role = node.get_role_name()
            name = node.get_name() or ""
            if states.contains(Atspi.StateType.FOCUSABLE) and role in CONTROLS and (not name or UNNAMED.fullmatch(name)):
                found.append(f"{role} {name}".strip())
        return ", ".join(found)


driver = Driver()
for line in sys.stdin:
    command, *arguments = line.rstrip("\n").split("\t")
    try:
        answer = getattr(driver, "do_" + command)(*arguments)
        print(("ok " + answer.replace("\n", " ")).strip(), flush=True)
    except Exception as error:
        print(f"error {command}: {error}".replace("\n", " "), flush=True)
