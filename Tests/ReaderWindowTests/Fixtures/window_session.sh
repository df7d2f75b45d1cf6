#!/bin/sh
# Inside a display and a session bus of its own: the program, and the driver that presses its buttons. Says the program's process
# identifier first; then the driver has the word. When its input ends, all of it does.
#   window_session.sh DRIVER PROGRAM ARGUMENTS…
driver=$1
shift
"$@" </dev/null >/dev/null 2>&1 &
echo "$!"
/usr/bin/python3 "$driver"
kill "$!"
