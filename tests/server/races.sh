#!/usr/bin/env bash
# races.sh: the server with the thread sanitizer (BIN: a build with it) under requests good and bad, live streams, computers.
# Any race that is seen fails.
. "$(dirname "$0")/../shell.sh"
export TSAN_OPTIONS="log_path=$tmp/race"

no_races() { ! cat "$tmp"/race.* 2>/dev/null | head -n 60 | grep .; }
check "requests good and bad" env BIN="$bin" "$tree/tests/server/api.py"
check "no race in them" no_races
finish
