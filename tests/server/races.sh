#!/usr/bin/env bash
# races.sh: the server with the thread sanitizer (BIN: a build with it) under requests good and bad, then under a mixed load of all
# games at once, then thinkers apart from it on a PostgreSQL. Any race that is seen fails.
. "$(dirname "$0")/../shell.sh"
export TSAN_OPTIONS="log_path=$tmp/race"

no_races() { ! cat "$tmp"/race.* 2>/dev/null | head -n 60 | grep .; }
check "requests good and bad" env BIN="$bin" "$tree/tests/server/api.py"
check "no race in them" no_races
check "people, computers, listeners, visitors of all games" env BIN="$bin" "$tree/tests/server/mixed.py" 20
check "no race among them" no_races
check "thinkers apart" env BIN="$bin" "$tree/tests/server/think.py" 20 play kills
check "no race among them" no_races
finish
