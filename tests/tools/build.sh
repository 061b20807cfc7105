#!/usr/bin/env bash
# The Makefile makes again what it must, and nothing else: in a copy of the tree.
. "$(dirname "$0")/../shell.sh"

copy=$tmp/copy
mkdir "$copy"
cp -r "$tree/Makefile" "$tree/src" "$tree/include" "$tree/data" "$tree/web" "$copy" 2>/dev/null
mkdir -p "$copy/tools"; cp "$tree/tools/embed" "$copy/tools"
mkdir -p "$copy/tests"; cp "$tree"/tests/test.[ch] "$copy/tests"
flag=-DOLD fonts=/nowhere
build() { make -C "$copy" -j"$(nproc)" V=1 OPT=-O0 EXTRA_CFLAGS=$flag FONTS=$fonts libcurl= "$@" build/grognard 2>&1; }
compiled() { grep -c ' -c ' <<<"$1"; }
run() { "$copy/build/grognard" "$@"; }

first=$(build)
check "a fresh tree builds" test -x "$copy/build/grognard"
check "without the packages of the fonts it has none" hasnt "$(cat "$copy/build/web.c")" 'woff2'
check "without libcurl it says so when it is asked for mails" has "$(run serve --mail smtp://x 2>&1)" 'built without libcurl'
check "and for hooks" has "$(run serve --hooks 2>&1)" 'built without libcurl'
check "and compiles something" test "$(compiled "$first")" -gt 20
check "a second time nothing is compiled" same "$(compiled "$(build)")" 0
flag=-DNEW
check "another flag: everything again" same "$(compiled "$(build)")" "$(compiled "$first")"
touch "$copy/src/bots/bot.h"
again=$(compiled "$(build)")
check "a header: what includes it" test "$again" -gt 1 -a "$again" -lt "$(compiled "$first")"

# A game is added by its folder. (It is the null game under another name.)
cp -r "$copy/src/games/null" "$copy/src/games/one-more"; cp -r "$copy/data/null" "$copy/data/one-more"
sed -i 's/null_game/one_more_game/; s/\.id = "null"/.id = "one-more"/' "$copy/src/games/one-more/null.c"
added=$(build)
check "a new game is found by its folder" has "$(run games)" '^one-more:'
check "a new game compiles itself and little else" test "$(compiled "$added")" -lt 15
rm -r "$copy/src/games/one-more"
build >/dev/null
check "a game that has gone is gone" hasnt "$(run games)" '^one-more:'
check "the other is still there" has "$(run games)" '^null:'
printf '#include "bot.h"\nstatic int c(void *m, struct bot_question *q) { (void)m; (void)q; return 0; }\nconst struct bot first_bot = { .name = "first", .about = "x", .lists_only = true, .choose = c };\n' >"$copy/src/bots/first.c"
build >/dev/null
check "a new bot is found by its file" has "$(run sim null --games 2 --bots first,random)" 'first'
fonts=/usr/share/fonts
build >/dev/null
check "packages that came: their fonts are in" has "$(cat "$copy/build/web.c")" 'fonts/EBGaramond12-Regular.woff2'
fonts=/nowhere
build >/dev/null
check "packages that went: their fonts are out" hasnt "$(cat "$copy/build/web.c")" 'woff2'
finish
