#!/usr/bin/env bash
# tests/tools/upgrade.sh: a later version that plays the same but remembers otherwise (renumber.py) is built in a folder of
# its own: it replays every kept journal and fresh ones of today's build identically, writes them the same, and goes on with
# matches that today's server left in the middle (tests/server/upgrade.py). Ends with "N passed, N failed".
. "$(dirname "$0")/../shell.sh"
cd "$tree" || exit 1
other=$tree/build/upgrade
now=$bin/grognard later=$other/build/grognard
games=$(ls src/games)

# The copy, with the data as they are here. Files that come out as they were keep their time, so that little is built twice.
copy() {
    mkdir -p "$tmp/tree/tools" "$other/tools" &&
        cp -r src include web Makefile VERSION "$tmp/tree/" && cp tools/embed "$tmp/tree/tools/" &&
        tests/tools/renumber.py "$tmp/tree" && rsync_like "$tmp/tree" "$other" && ln -sfn "$tree/data" "$other/data"
}

# rsync_like FROM TO: what differs or is new is copied, what is no longer there goes.
rsync_like() {
    (cd "$1" && find . -type f) | while read -r file; do
        cmp -s "$1/$file" "$2/$file" || { mkdir -p "$2/$(dirname "$file")" && cp "$1/$file" "$2/$file"; }
    done
    (cd "$2" && find src include web -type f) | while read -r file; do
        [ -e "$1/$file" ] || rm "$2/$file"
    done
}

check "the tree is written anew" copy
check "the later version is built" make --no-print-directory -s -C "$other" -j"$(nproc)" OPT=-O1 FONTS=/nowhere \
    ${CC:+CC="$CC"} build/grognard
[ "$failed" -eq 0 ] || finish

for game in $games; do
    check "$game plays the same" diff <("$later" bench "$game" --signatures) "bench/$game.txt"
done

# replays JOURNAL: in both versions, and written anew it is the same text.
replays() {
    "$later" replay "$1" --write "$tmp/later.journal" >"$tmp/said-later" || { cat "$tmp/said-later"; return 1; }
    "$now" replay "$1" --write "$tmp/now.journal" >/dev/null && cmp "$tmp/now.journal" "$tmp/later.journal" &&
        grep -q ": replays" "$tmp/said-later"
}

# (Not those of format 1 that begin from positions: there steps were written in numbers, and these are others now.)
for journal in tests/*/journals/*.grognard tests/*/journals/v1/*.grognard; do
    [ "$(basename "$journal")" != from-position.grognard ] || continue
    check "$journal" replays "$journal"
done

# fresh GAME OPTIONS…: games of today's build, and back: of the later one in today's.
fresh() {
    local game=$1 seed
    shift
    for seed in 1 2 3; do
        "$now" sim "$game" "$@" --seed $seed --games 1 --journal "$tmp/fresh.journal" >/dev/null && replays "$tmp/fresh.journal" &&
            "$later" sim "$game" "$@" --seed $seed --games 1 --journal "$tmp/back.journal" >/dev/null &&
            cmp "$tmp/fresh.journal" "$tmp/back.journal" || return 1
    done
}

for game in $games; do
    for scenario in data/"$game"/scenarios/*.txt; do
        check "fresh games of $game, $(basename "$scenario" .txt)" fresh "$game" --scenario "$(basename "$scenario" .txt)" --bots random
    done
done
check "fresh games in fog" fresh null --option fog=on --bots random
check "fresh games with variants" fresh day-of-waterloo --bots random --option three-seats=on --option testing-fate=on \
    --option iii-corps=on --option postures=on

check "journals from positions and running matches" env BIN="$bin" LATER="$later" python3 tests/server/upgrade.py
finish
