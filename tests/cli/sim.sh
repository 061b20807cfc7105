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
sim waterloo-200 --bots cadet --games 10 --fit >"$tmp/signs.txt" 2>"$tmp/fit.txt"
check "--fit writes weights of signs" test "$(grep -c '^weight sign' "$tmp/signs.txt")" -gt 5
check "--fit writes nothing else" same "$(grep -vc '^weight sign' "$tmp/signs.txt")" 0
check "--fit says how well they foretell" has "$(cat "$tmp/fit.txt")" 'area under the curve 0\.[0-9]+'
check "--fit is the same with any number of threads" same "$(cat "$tmp/signs.txt")" \
    "$(sim waterloo-200 --bots cadet --games 10 --fit --jobs 1 2>/dev/null)"
refused=$(sim null --fit 2>&1) && refused="accepted: $refused"
check "--fit wants a game with signs" same "$refused" "grognard sim: the game's bots read no signs"
sim waterloo-200 --games 4 --learn >"$tmp/net.txt" 2>"$tmp/learn.txt"
check "--learn writes a net" has "$(cat "$tmp/net.txt")" '^net [0-9]+ 16$'
check "--learn says how well it foretells" has "$(cat "$tmp/learn.txt")" 'calibration'
refused=$(sim null --learn 2>&1) && refused="accepted: $refused"
check "--learn wants a game with features" same "$refused" "grognard sim: the game's bots know no features"
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
check "a file that cannot be" fails 3 "$g" sim null --games 2 --csv /nowhere/at/all

# ---- who is stronger ----
ladder() { sim null --ladder random,cadet,veteran:1 --games 4 "$@"; }
clockless() { sed -E 's/"ms_per_stint":[0-9.]+//g'; }
out=$(ladder --json)
check "--ladder --json is JSON" python3 -c '
import json, sys
d = json.loads(sys.argv[1])
assert [s["even"] for s in d["scenarios"]] == [True, False] and len(d["bouts"]) == 3 and d["errors"] == 0
assert {b["bot"] for b in d["ladder"]} == {"random", "cadet", "veteran:1"}
assert all(b["interval"][0] <= b["elo"] <= b["interval"][1] and b["games"] == 16 for b in d["ladder"])' "$out"
check "--ladder is the same with any number of threads" same "$(clockless <<<"$out")" "$(ladder --json --jobs 1 | clockless)"
check "--ladder takes the scenarios named" has "$(ladder --scenario wood)" '^  wood +named'
check "--ladder wants two bots" refused null --ladder cadet
check "--ladder wants bots" refused null --ladder cadet,kasparov
check "--ladder is a run of its own" refused null --ladder cadet,random --fit

# ---- the whole report ----
full=$(sim waterloo-200 --bots cadet --games 6 --jobs 1 --json)
for key in endings_by_side measures broken decisive history turns length; do
    check "the report has $key" has "$full" "\"$key\":"
done
check "the report holds together" python3 -c '
import json, sys
d = json.loads(sys.argv[1])
for side, ends in d["endings_by_side"].items():
    assert sum(ends.values()) == d["wins_by_side"][side]
assert all(h["off"] == (h["factor"] > 2 or h["factor"] < .5) for h in d["history"]) and len(d["history"]) == 16
assert all(abs(h["factor"] - h["simulated"] / h["history"]) < .01 for h in d["history"])
for name, m in d["measures"].items():
    assert m["turns"] and all(t["lower"] <= t["median"] <= t["upper"] for t in m["turns"])
    if m["kind"] == "losses":
        assert 0 <= m["turns"][-1]["mean"] <= m["of"]
' "$full"
check "threads do not matter to any of it" same "$(timeless <<<"$full")" "$(sim waterloo-200 --bots cadet --games 6 --jobs 3 --json | timeless)"
out=$(sim waterloo-200 --bots cadet --games 6 --jobs 1 --measures)
for part in 'losses at the end, against history' 'who broke, when' 'what foretold' 'by turn: mean' 'off by more than two'; do
    check "the text has \"$part\"" has "$out" "$part"
done
sim waterloo-200 --bots cadet --games 6 --jobs 1 --csv "$tmp/one.csv" >/dev/null
sim waterloo-200 --bots cadet --games 6 --jobs 3 --csv "$tmp/three.csv" >/dev/null
check "csv: threads do not matter" cmp "$tmp/one.csv" "$tmp/three.csv"
check "csv: measures" has "$(head -1 "$tmp/one.csv")" ',losses/French,'
check "csv: every line has every column" same "$(awk -F, '{print NF}' "$tmp/one.csv" | sort -u | wc -l)" 1

drawn() {
    sim waterloo-200 --bots cadet --games 6 --plots "$tmp/plots" >/dev/null || return 1
    python3 - "$tmp/plots"/*.svg <<'END'
import sys, xml.dom.minidom as x
assert len(sys.argv) == 6, sys.argv
for f in sys.argv[1:]:
    x.parse(f)
    assert "nan" not in open(f).read(), f
END
}
check "--plots draws five pictures" drawn
check "--plots of a game without measures" sim null --games 5 --plots "$tmp/null-plots"
check "--plots nowhere" fails 3 "$g" sim null --games 5 --plots /proc/nowhere

# ---- no scenario of any game is hopeless: of the same twenty games each neither side wins fewer than five, or of sixty fewer than
# nine; in a slow build (OPEN_GAMES=2) they are only played ----
scenarios() { "$g" games | awk '/^[^ ]/ { sub(":.*", ""); game = $0 } $1 == "scenario" { print game, $2 }'; }
won_by_both() { # LEAST GAMES GAME SCENARIO
    sim "$3" --scenario "$4" --bots cadet --games "$2" --seed 7 --json >"$tmp/open" || return 1
    python3 -c '
import json, sys
wins = json.load(open(sys.argv[1]))["wins_by_side"]
assert len(wins) == 2 and min(wins.values()) >= int(sys.argv[2]), wins' "$tmp/open" "$1"
}
open_to_both() { # GAME SCENARIO
    if [ -n "${OPEN_GAMES:-}" ]; then
        won_by_both 0 "$OPEN_GAMES" "$@"
    else
        won_by_both 5 20 "$@" 2>/dev/null || won_by_both 9 60 "$@"
    fi
}
check "there are scenarios" test "$(scenarios | wc -l)" -ge "$("$g" games | grep -c '^[^ ]')"
while read -r game scenario; do
    check "$game, $scenario: both sides can win" open_to_both "$game" "$scenario"
done < <(scenarios)

# ---- variants ----
python3 - "$tree" "$tmp" <<'END'
import re, sys
tree, tmp = sys.argv[1:]
block = re.search(r"^chart +combat.*?\n((?:columns|row).*\n)+", open(tree + "/data/null/charts.txt").read(), re.M)[0]
open(tmp + "/same.txt", "w").write(block)
open(tmp + "/short.txt", "w").write(block.rstrip().rsplit(None, 1)[0] + "\n")
open(tmp + "/less.txt", "w").write("\n".join(block.rstrip().split("\n")[:-1]) + "\n")
END
out=$(sim null --bots cadet --games 60 --vary "chart.combat=$tmp/same.txt" --json)
check "a chart that is the same changes nothing" python3 -c '
import json, sys
d = json.loads(sys.argv[1])
a, b = d["variants"]
assert d["vary"] == "chart.combat" and a["name"] == "as it is" and a["wins_by_side"] == b["wins_by_side"]
for k, v in b["differences"].items():
    assert v["mean"] == 0 and v["games"] == 60 and v["interval"][0] <= 0 <= v["interval"][1], k
' "$out"
check "variants: threads do not matter" same "$out" "$(sim null --bots cadet --games 60 --vary "chart.combat=$tmp/same.txt" --json --jobs 3)"
check "options are varied" has "$(sim null --bots cadet --games 40 --vary option.fog=off,on)" 'difference +[-+][0-9.]+ %'
complains() { # PATTERN CODE ARGUMENT…
    local pattern=$1 want=$2
    shift 2
    fails "$want" "$g" sim "$@" >"$tmp/complaint" 2>&1 || { cat "$tmp/complaint"; return 1; }
    has "$(cat "$tmp/complaint")" "$pattern"
}
for c in combat bombardment; do
    check "$c among the examples can be tried" has \
        "$(sim day-of-waterloo --scenario hougoumont --games 2 --vary "chart.$c=$tree/examples/charts/$c-first.txt")" "$c-first.txt: 2 of 2 games"
done
check "a chart that is not there" complains 'no chart "moon"; it has combat' 2 null --vary chart.moon=x
check "a game without charts" complains 'it has none' 2 waterloo-200 --vary chart.combat=x
check "no file" complains 'nowhere:1: cannot be read' 1 null --vary chart.combat=/nowhere
check "a malformed chart" complains 'short.txt:[0-9]+: row .* cells' 1 null --vary "chart.combat=$tmp/short.txt"
check "a chart of another shape" complains 'less.txt:1: chart combat has another shape: its rows must be' 1 null --vary "chart.combat=$tmp/less.txt"
check "an option that is not there" complains 'no option "moon"; it has' 2 null --vary option.moon=on,off
check "a value that is not there" complains 'no value "perhaps"' 2 null --vary option.fog=off,perhaps
check "one value is no variant" complains 'two values' 2 null --vary option.fog=off
check "neither option nor chart" complains 'takes option' 2 null --vary moon=1

# ---- journals ----
kept() {
    (cd "$tmp" && mkdir -p kept && cd kept && sim null --bots cadet --games 60 --keep losses,upsets --csv games.csv >/dev/null 2>&1) || return 1
    [ "$(ls "$tmp"/kept/sim-null-loss-*.grognard | wc -l)" -eq 5 ] || return 1
    for journal in "$tmp"/kept/*.grognard; do
        "$g" replay "$journal" --check      # 4: sim has thrown the dice
        [ $? -eq 4 ] || return 1
    done
    for n in $(ls "$tmp"/kept | sed -n 's/^sim-null-loss-1-\([0-9]*\).*/\1/p'); do
        grep -q "^$n,sound,red," "$tmp/kept/games.csv" || { echo "game $n is no loss"; return 1; }
    done
}
check "--keep: journals of what was asked for, that replay" kept
check "--keep something else" refused null --keep moon
check "--keep half a word" refused null --keep loss

# ---- Ctrl-C: the games so far are reported, at whatever moment, and if the signal comes twice at once ----
partial() { python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); assert 0<=d["games"]<d["wanted"], d' "$tmp/partial"; }
interrupted() { # SIGNAL TIMES SECONDS
    "$g" sim null --games 10000000 --jobs 2 --json >"$tmp/partial" 2>"$tmp/complaints" &
    local pid=$!
    sleep "$3"
    for _ in $(seq "$2"); do kill "-$1" $pid; done
    wait $pid || { echo "exit code $?"; return 1; }
    partial
}
set -m      # else the shell makes its children ignore Ctrl-C
check "Ctrl-C ends with what there is" interrupted INT 1 0.7
check "and when it comes three times at once" interrupted INT 3 0.3
check "and so does SIGTERM" interrupted TERM 2 0.3
for pause in 0.05 0.1 0.2; do
    check "and after $pause seconds" interrupted INT 2 $pause
done
set +m
# timeout(1) signals its child and then the whole group: the child hears it twice.
timed() {
    local code=0
    timeout -s "$1" 0.3 "$g" sim waterloo-200 --bots cadet --games 100000 --jobs 2 --json >"$tmp/partial" || code=$?
    [ "$code" -eq 124 ] || { echo "exit code $code"; return 1; }
    partial
}
check "timeout -s INT gives the report" timed INT
check "timeout -s TERM gives the report" timed TERM
varied() {
    timeout -s INT 0.5 "$g" sim waterloo-200 --bots cadet --games 100000 --jobs 2 --vary option.charge=off,on --json >"$tmp/varied"
    python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); assert len(d["variants"])==2' "$tmp/varied"
}
check "a comparison that is stopped is told as far as it went" varied

out=$("$g" bench --json)
check "bench --json has an entry per game" python3 -c '
import json,sys
d=json.loads(sys.argv[1])
for g in sys.argv[2:]:
    for k in ("actions_per_second","actions_per_second_all","threads","state_bytes","copy_ns","signature"): d[g][k]
    assert d[g]["errors"] == 0' "$out" $(cd "$tree/src/games" && ls)
check "bench of one game" has "$("$g" bench null)" '^null '
check "bench of no game" fails 2 "$g" bench chess
finish
