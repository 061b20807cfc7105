#!/usr/bin/env bash
# tools/layers finds what points the wrong way, and nothing else.
. "$(dirname "$0")/../shell.sh"

# file PATH LINES: a file of a small tree.
file() { mkdir -p "$tmp/t/$(dirname "$1")"; printf "$2" >"$tmp/t/$1"; }
fresh() {
    rm -rf "$tmp/t"
    file src/kernel/game.h ''
    file src/kernel/play.c '#include <stdio.h>\n#include "game.h"\n'
    file src/games/one/one.h '#include "kernel/game.h"\n'
    file src/games/one/one.c '#include "one.h"\n#include "game.h"\n'
    file src/games/two/two.h ''
    file src/match/match.h '#include "kernel/game.h"\n'
    file src/bots/bot.h '#include "kernel/game.h"\n'
    file src/cli/main.c '#include "match/match.h"\n#include "bots/bot.h"\n'
    file tests/games/a.c '#include "../test.h"\n'
}
layers() { "$tree/tools/layers" "$tmp/t"; }
# wrong NAME PATH LINE MESSAGE: this file with this include must be complained of, exactly so.
wrong() {
    local name=$1 said
    fresh
    file "$2" "$3\n"
    said=$(layers)
    check "$name" has "$said" "$4"
    check "$name: fails" fails 1 layers
}

fresh
check "a sound tree passes" fails 0 layers
check "files are counted" same "$(layers)" "8 passed, 0 failed"
wrong "the kernel knows no game" src/kernel/play.c '\n#include "games/one/one.h"' \
    '^src/kernel/play.c:2: kernel may not include "games/one/one.h" of games/one$'
wrong "the kernel knows no match" src/kernel/x.c '#include "match/match.h"' '^src/kernel/x.c:1: '
wrong "a game knows no other" src/games/one/b.c '#include "games/two/two.h"' 'games/one may not include .* of games/two'
wrong "a game knows no other, by any way" src/games/one/b.c '#include "../two/two.h"' 'of games/two'
wrong "a game knows no match" src/games/one/b.c '#include "match/match.h"' 'games/one may not include'
wrong "the match knows no game" src/match/b.c '#include "games/one/one.h"' 'match may not include'
wrong "bots know no game" src/bots/b.c '#include "games/one/one.h"' 'bots may not include'
wrong "the program knows no game" src/cli/b.c '#  include "games/one/one.h"' 'cli may not include'
wrong "tests know no game" tests/games/b.c '#include "games/one/one.h"' 'tests/games/b.c:1: a test includes'
wrong "what is not there" src/cli/b.c '#include "nothing.h"' 'there is no "nothing.h"'
wrong "an unknown layer" src/novelty/b.c '' 'does not know this folder'

variable() {
    fresh
    file build/src/games/one/one.c "$1"
    gcc -O2 -fPIC -c "$tmp/t/build/src/games/one/one.c" -o "$tmp/t/build/src/games/one/one.o"
    layers
}
check "a variable in a rule" has "$(variable 'int roll(void) { static int n; return ++n; }')" 'variables that outlive a call'
check "a table is no variable" has \
    "$(variable 'static const char *const w[] = { "a", "b" }; const char *word(int i) { return w[i]; }')" ' 0 failed$'
finish
