#!/usr/bin/env bash
# races.sh: the server with the thread sanitizer (BIN: a build with it) under requests good and bad, then under a mixed load of all
# games at once, then three servers and thinkers apart from one on a PostgreSQL. Any race that is seen fails.
. "$(dirname "$0")/../shell.sh"
export TSAN_OPTIONS="log_path=$tmp/race"

no_races() { ! cat "$tmp"/race.* 2>/dev/null | head -n 60 | grep .; }
check "requests good and bad" env BIN="$bin" "$tree/tests/server/api.py"
check "no race in them" no_races
check "people, computers, listeners, visitors of all games" env BIN="$bin" "$tree/tests/server/mixed.py" 20
check "no race among them" no_races
check "matches that another server has played on" env BIN="$bin" "$tree/tests/server/many.py" 10 shown=1 followed=1 deaf=2 stops=1 races=40
check "no race among them" no_races
check "thinkers apart" env BIN="$bin" "$tree/tests/server/think.py" 20 play kills
check "no race among them" no_races
finish
