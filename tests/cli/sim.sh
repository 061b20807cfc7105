#!/usr/bin/env bash
# `grognard sim` and `grognard bench` from outside.
. "$(dirname "$0")/../shell.sh"

g=$bin/grognard
sim() { "$g" sim "$@"; }
# Without what depends on the clock and the machine.
timeless() { sed -E 's/"(seconds|actions_per_second|games_per_second|jobs)":[0-9.]+,//g'; }

out=$(sim null --games 50 --json)
for key in game scenario games actions seconds actions_per_second games_per_second wins_by_side wins_by_bot draws errors; do
    check "sim --json has $key" has "$out" "\"$key\":"
done
check "sim --json is one line" same "$(wc -l <<<"$out")" 1
check "sim --json is JSON" python3 -c 'import json,sys; d=json.loads(sys.argv[1]); assert d["games"]==50 and d["errors"]==0 and sum(d["wins_by_side"].values())+d["draws"]==50' "$out"
check "the number of threads does not matter" same "$(sim null --games 200 --jobs 1 --json | timeless)" \
    "$(sim null --games 200 --jobs 3 --json | timeless)"
check "the seed matters" test "$(sim null --games 200 --seed 2 --json | timeless)" != "$(sim null --games 200 --seed 3 --json | timeless)"
check "an option matters" test "$(sim null --games 200 --option fog=on --json | timeless)" != "$(sim null --games 200 --json | timeless)"
check "a scenario is named" has "$(sim null --games 5 --scenario wood --json)" '"scenario":"wood"'
check "bots by side" has "$(sim null --games 5 --bots random,random:9 --json)" '"wins_by_bot":\{"random":'
check "the text has intervals" has "$(sim null --games 50)" '95 % interval'

sim null --games 30 --csv "$tmp/games.csv" >/dev/null
check "csv: a line a game and a head" same "$(wc -l <"$tmp/games.csv")" 31
check "csv: its head" same "$(head -1 "$tmp/games.csv")" "game,fault,winner,ending,turn,actions,points_blue,points_red"
sim null --games 10 --first 20 --csv "$tmp/later.csv" >/dev/null
check "--first goes on where a run ended" same "$(tail -10 "$tmp/games.csv")" "$(tail -10 "$tmp/later.csv")"
sim null --games 1 --first 4 --journal "$tmp/four.grognard" >/dev/null
check "--journal keeps the game" has "$(cat "$tmp/four.grognard")" '^game null scenario line'

refused() { fails 2 "$g" sim "$@"; }
check "no game" refused
check "another game" refused chess
check "another scenario" refused null --scenario moon
check "another bot" refused null --bots kasparov
check "too many bots" refused null --bots random,random,random
check "another option" refused null --option moon=on
check "another value" refused null --option fog=perhaps
check "no games" refused null --games 0
check "a file that cannot be" fails 1 "$g" sim null --games 2 --csv /nowhere/at/all

# Ctrl-C: the games so far are reported.
interrupted() {
    "$g" sim null --games 10000000 --jobs 1 --json >"$tmp/partial" 2>"$tmp/complaints" &
    local pid=$!
    sleep 0.7
    kill -INT $pid
    wait $pid || return 1
    python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); assert 0<d["games"]<d["wanted"], d' "$tmp/partial"
}
set -m      # else the shell makes its children ignore Ctrl-C
check "Ctrl-C ends with what there is" interrupted
set +m

out=$("$g" bench --json)
check "bench --json has an entry per game" python3 -c '
import json,sys
d=json.loads(sys.argv[1])
for g in sys.argv[2:]:
    for k in ("actions_per_second","state_bytes","copy_ns","signature"): d[g][k]
    assert d[g]["errors"] == 0' "$out" $(cd "$tree/src/games" && ls)
check "bench of one game" has "$("$g" bench null)" '^null '
check "bench of no game" fails 2 "$g" bench chess
finish
