#!/bin/sh
# Inside a display and a session bus of its own: the program, and the driver that presses its buttons. Says "pid" with the
# program's process identifier first; then the driver has the word. When its input ends, all of it does.
#   window_session.sh DRIVER PROGRAM ARGUMENTS…
unset WAYLAND_DISPLAY # even an empty one makes the driver look for keys elsewhere than on this display
driver=$1
shift
# The accessibility bus is started before both: when they start it at the same time, a program may go without.
AT_SPI_BUS_ADDRESS=$(dbus-send --session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus org.a11y.Bus.GetAddress)
export AT_SPI_BUS_ADDRESS="${AT_SPI_BUS_ADDRESS#"${AT_SPI_BUS_ADDRESS%%[! ]*}"}"
"$@" </dev/null >"$XDG_DATA_HOME/program.log" 2>&1 &
echo "pid $!"
/usr/bin/python3 "$driver"
kill "$!"
