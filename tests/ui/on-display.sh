#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# on-display.sh [--without-bus] PROGRAM [ARGUMENT...]
#
# Runs one program on a display, a session bus and a home of its own. The program has this script's
# input, output and environment, and its status is this script's. All that was started ends with the
# script, which ends with its parent. --without-bus leaves the address of the bus as it is.
set -euo pipefail

if [ "${1-}" != --begun ]; then
  exec setpriv --pdeathsig TERM "$BASH" "$0" --begun "$@"
fi
shift

home=$(mktemp -d)
services=()
program=''
bus=true

finish () {
  kill ${program:+"$program"} ${services[@]+"${services[@]}"} 2>/dev/null || true
  wait
  rm -rf "$home"
}
trap finish EXIT
trap 'exit 143' HUP INT TERM

die () {
  printf 'on-display.sh: %s\n' "$*" >&2
  exit 99  # meson counts this as an error, not as a failed test
}

# begin NAME COMMAND...: starts a service, which writes where it is to descriptor 3, a pipe of that
# name
begin () {
  local name=$1
  shift
  mkfifo "$home/$name"
  setpriv --pdeathsig TERM "$@" </dev/null >/dev/null 2>&1 3>"$home/$name" &
  services+=($!)
}

if [ "${1-}" = --without-bus ]; then
  bus=false
  shift
fi
[ $# -gt 0 ] || die "which program?"

# Without -noreset the server would put the pointer back when xdotool leaves.
begin display Xvfb -displayfd 3 -noreset -nolisten tcp -screen 0 1600x1000x24
! $bus || begin bus dbus-daemon --session --nofork --print-address=3
mkdir -m 700 "$home/run"
export HOME=$home XDG_RUNTIME_DIR=$home/run XDG_CONFIG_HOME=$home/.config \
  XDG_DATA_HOME=$home/.local/share XDG_CACHE_HOME=$home/.cache XDG_STATE_HOME=$home/.local/state
unset WAYLAND_DISPLAY XAUTHORITY
if $bus; then
  read -r DBUS_SESSION_BUS_ADDRESS <"$home/bus" || die "dbus-daemon does not start"
  export DBUS_SESSION_BUS_ADDRESS
fi
read -r number <"$home/display" || die "Xvfb does not start"
export DISPLAY=:$number
# No window manager is here, so windows begin at 0, 0, and the pointer would be above most of them.
xdotool mousemove 1599 999 || die "xdotool cannot move the pointer"

# In the background, because only `wait` is interrupted by signals; which makes bash ignore two of
# them in the program.
setpriv --pdeathsig KILL env --default-signal=INT,QUIT "$@" <&0 &
program=$!
status=0
wait "$program" || status=$?
program=''
exit $status
