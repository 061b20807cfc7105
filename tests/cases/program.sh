#!/usr/bin/env bash
# `grognard case` and `grognard rules` from outside, and tools/mutate.
. "$(dirname "$0")/../shell.sh"
cd "$tree" || exit 1

cat >"$tmp/two.case" <<'END'
game null
case 1.1 good
setup
asks blue setup
case 2.1 bad
setup
asks red setup
END
good=tests/null/01-course.case
run() { "$bin/grognard" "$@" 2>&1; }

check "case: good scripts end well" run case $good
check "case: the last line adds up" same "$(run case "$tmp/two.case" | tail -1)" "1 passed, 1 failed"
check "case: a failure is exit code 1" fails 1 run case "$tmp/two.case"
check "case: a failure says where and what" same "$(run case "$tmp/two.case" | head -1)" \
    "$tmp/two.case:7: case 2.1: blue is asked setup, expected red"
check "case: -v lists what passes" has "$(run case -v "$tmp/two.case")" '^ok .*two.case:2: case 1.1 good$'
check "case: -v lists what fails" has "$(run case -v "$tmp/two.case")" '^FAILED .*two.case:5: case 2.1 bad$'
check "case: --only runs what proves a case" same "$(run case --only 1.1 "$tmp/two.case" | tail -1)" "1 passed, 0 failed"
check "case: --only that nothing proves is a failure" fails 1 run case --only 9.9 "$tmp/two.case"
check "case: --first stops" same "$(run case --first "$tmp/two.case" $good | tail -1)" "1 passed, 1 failed"
check "case: no file is exit code 1" fails 1 run case "$tmp/nowhere.case"
check "case: no words are a wrong command line" fails 2 run case
check "case: a folder stands for its scripts" same "$(run case "$tmp" | tail -1)" "1 passed, 1 failed"
mkdir "$tmp/empty"
check "case: a folder without scripts is a failure" fails 1 run case "$tmp/empty"

# The example that the document begins with, without the indentation of the document.
sed -n '/^    game null$/,/^[^ ]/s/^    //p' docs/rule-scripts.md >"$tmp/example.case"
check "case: the document's example" same "$(run case "$tmp/example.case")" "1 passed, 0 failed"
rm "$tmp/example.case"

check "rules: the null game is covered" has "$(run rules null | tail -1)" '^covered ([0-9]+) of \1$'
check "rules: nothing is missing" run rules null --missing
check "rules: a case shows its text" has "$(run rules null 3.2)" '^A picket that comes next to an enemy'
check "rules: a case shows its code" has "$(run rules null 3.2)" 'src/games/null/03-movement.c:[0-9]+'
check "rules: a case shows its scripts" has "$(run rules null 3.2)" 'tests/null/03-movement.case:[0-9]+'
check "rules: no such case" fails 1 run rules null 9.9
check "rules: no such game" fails 2 run rules chess
check "rules: --json is one line" same "$(run rules null --json | wc -l)" 1
check "rules: --json counts" has "$(run rules null --json)" '"covered":[0-9]+,"of":[0-9]+,"errors":0}$'

# catalogue LINES…: what is said when the null game's catalogue has these lines instead.
catalogue() {
    mkdir -p "$tmp/data/null"
    printf 'case\tkind\ttitle\trequirement\tcheck\n' >"$tmp/data/null/rules.tsv"
    printf "$@" >>"$tmp/data/null/rules.tsv"
    run rules null --data "$tmp/data"
}
check "rules: a tag without a case is a complaint" has "$(catalogue '1.1\trule\ta\tb\tc\n')" \
    '^src/games/null/03-movement.c:[0-9]+: 3.2 is no case of this rulebook$'
check "rules: a script without a case is a complaint" has "$(catalogue '1.1\trule\ta\tb\tc\n')" \
    '^tests/null/03-movement.case:[0-9]+: 3.2 is no case of this rulebook$'
check "rules: kinds are checked" has "$(catalogue '1.1\tlaw\ta\tb\tc\n')" ':2: "law" is no kind'
check "rules: columns are counted" has "$(catalogue '1.1\trule\ta\tb\n')" ':2: 4 columns, not 5$'
check "rules: cells must not be empty" has "$(catalogue '1.1\trule\ta\t\tc\n')" ':2: there is no requirement$'
check "rules: a case stands once" has "$(catalogue '1.1\trule\ta\tb\tc\n1.1\trule\ta\tb\tc\n')" ':3: case 1.1 stands in it twice$'
check "rules: what lacks everything is listed" has "$(catalogue '99.9\trule\tNever done\tb\tc\n')" '^99.9 +rule +Never done$'
check "rules: and counted" has "$(catalogue '99.9\trule\ta\tb\tc\n99.8\tinfo\ta\tb\tc\n')" '^covered 0 of 1$'
check "rules: no catalogue" fails 1 run rules null --data "$tmp/empty"

mutate() { GAME=$1 N=$2 SEED=1 LEAST=${3:-0} tools/mutate 2>&1; }
if [ "$bin" = "$tree/build" ]; then
    check "mutate: ends with what was killed" has "$(mutate null 4 | tail -1)" '^killed [0-9]+ of 4$'
    check "mutate: too few killed is a failure" fails 1 mutate null 4 101
    check "mutate: no game is a failure" fails 1 mutate chess 4
fi
finish
