#!/usr/bin/env bash
# Positions with a right answer (tests/bots/positions): every game has ten, and bots solve as many as they did. At two
# seconds: `grognard case tests/bots/positions --bot veteran`; here only what takes seconds.
. "$(dirname "$0")/../shell.sh"
cd "$tree" || exit 1

positions=tests/bots/positions
solve() { "$bin/grognard" case "$@" 2>&1; }
# at_least N BOT FILE…: so many are solved.
at_least() {
    local want=$1 bot=$2 said solved
    shift 2
    said=$(solve "$@" --bot "$bot")
    solved=$(sed -n 's/ passed, .*//p' <<<"$said" | tail -1)
    [ "${solved:-0}" -ge "$want" ] || { echo "$said"; return 1; }
}
ten() { [ "$(grep -c '^case ' "$1")" -ge 10 ]; }

for game in day-of-waterloo waterloo-200 march-into-battle ney-vs-wellington last-days; do
    check "$game has ten positions" ten "$positions/$game.case"
done
check "every answer named can be chosen" solve "$positions"
check "cadet solves 51" at_least 51 cadet "$positions"
check "veteran solves 16 of the two older games with little effort" \
    at_least 16 veteran:4 "$positions/day-of-waterloo.case" "$positions/waterloo-200.case"
check "the same answers again" same "$(solve $positions/waterloo-200.case --bot veteran:2)" \
    "$(solve $positions/waterloo-200.case --bot veteran:2)"

cat >"$tmp/one.case" <<'END'
game null
case 1.1 nobody answers, and what is named is looked at
setup
answers strong b1
case 1.2 what cannot be chosen
setup
answers fly
END
check "without a bot what is named is looked at" same "$(solve "$tmp/one.case" | tail -1)" "1 passed, 1 failed"
check "it is said what cannot be chosen" has "$(solve "$tmp/one.case")" 'case 1.2: "fly" cannot be chosen here'
check "a bot that there is not" fails 2 solve "$tmp/one.case" --bot kasparov
finish
