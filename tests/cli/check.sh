#!/usr/bin/env bash
# `grognard check` from outside: every file of a pack is read, and every complaint has its line.
. "$(dirname "$0")/../shell.sh"
cd "$tree" || exit 1

run() { "$bin/grognard" "$@" 2>&1; }
# spoilt GAME FILE SED: what check says of a pack in which SED has changed the file.
spoilt() {
    rm -rf "$tmp/data"
    mkdir "$tmp/data"
    cp -r "data/$1" data/history "$tmp/data/"
    [ -n "$3" ] && sed -i "$3" "$tmp/data/$1/$2"
    run check "$1" --data "$tmp/data"
}
# complains GAME FILE SED PATTERN: exit code 1, and a complaint that matches, with the file's line.
complains() {
    local said
    said=$(spoilt "$1" "$2" "$3") && { echo "no complaint"; return 1; }
    has "$said" "/$2:[0-9]+: $4"
}

# boards: what check says of all packs and of a board for which there is no game.
boards() {
    cp -r data "$tmp/boards"
    mkdir "$tmp/boards/elsewhere"
    cp data/last-days/{map,ground,margin}.txt "$tmp/boards/elsewhere/"
    run check --data "$tmp/boards"
}

check "all packs are sound, boards without a game too" has "$(boards)" '^elsewhere: a board without a game; sound$'
check "a copy is sound" has "$(spoilt day-of-waterloo map.txt '')" '^day-of-waterloo: sound'
check "a lost army" complains day-of-waterloo armies.txt '/^army *adg/d' 'there is no army adg'
check "an army twice" complains day-of-waterloo armies.txt 's/^army *adg/army french/' 'the army has a level above'
check "a lost leader of a corps" complains day-of-waterloo leaders.txt '/^leader *Reille/d' 'corps f.II has no leader'
check "a lost leader of an army" complains day-of-waterloo leaders.txt '/^leader *Ney/d' 'there is no leader "Ney"'
check "a turn twice" complains day-of-waterloo turns.txt 's/^\(turn *\)2 /\11 /' 'turn 1 stands above'
check "an army that its track cannot hold" complains day-of-waterloo counters.txt 's/\(french.*XX *- *\)[0-9]/\112/' 'the french army has [0-9]+ points, more than 250'
check "more horse than there can be Reaction Charges" complains day-of-waterloo counters.txt 's/\(french.*\)infantry/\1cavalry /' 'more than 12 French units of cavalry'
check "a lost headquarters" complains waterloo-200 places.txt '/^hq french/d; /^count/d' 'the french have no General Headquarters'
check "a lost border of the map" complains waterloo-200 map.txt '0,/^link/{/^link/d}' 'there are [0-9]+ lines "link" here, not'
check "a lost row of a chart" complains day-of-waterloo charts.txt '/^row surprise/d; /^count/d' 'chart charge-modifiers has no row surprise'
check "a column renamed" complains day-of-waterloo charts.txt 's/ sight stack$/ sigth stack/' 'chart terrain has no column sight'
check "odds among words" complains null charts.txt 's/^\(columns *\)1:2/\1one/' 'column 1:1 is of another kind'
check "a bad line of the ground" complains day-of-waterloo ground.txt '0,/^line river/s/^line river/line riwer/' 'unknown kind of line'
check "a lost line of the ground" complains day-of-waterloo ground.txt '0,/^house/{/^house/d}' 'there are [0-9]+ lines "house"'
check "a bad line of the margin" complains waterloo-200 margin.txt 's/^subtitle/subtitel/' ''
check "a bad catalogue of rules" complains null rules.tsv '3s/\trule\t/\trul\t/' ''
check "a case without a chapter" complains day-of-waterloo chapters.tsv "/^9/d" "case 9.0a belongs to no chapter"
check "a lost unit of a set-up" complains day-of-waterloo scenarios/derlon.txt '/^at 1013/d' 'there are [0-9]+ lines "at"'
misnamed() {
    spoilt null map.txt '' >/dev/null
    mv "$tmp/data/null/bot.txt" "$tmp/data/null/bots.txt"
    has "$(run check null --data "$tmp/data")" '/bots.txt:1: nobody reads a file of this name'
}
check "a file that nobody reads" misnamed
check "what is no pack is refused" fails 2 run check nowhere
finish
