build-prof/src/cli/play.o: src/cli/play.c src/cli/cli.h src/kernel/game.h \
 src/kernel/base.h src/kernel/box.h src/kernel/board.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/hex.h \
 src/kernel/chart.h src/kernel/ratio.h src/kernel/json.h src/kernel/lex.h \
 src/kernel/rng.h src/kernel/sheet.h src/engine/describe.h \
 src/engine/known.h src/match/match.h src/cli/kept.h src/kernel/text.h \
 src/cli/terminal.h src/engine/known.h src/engine/players.h \
 src/bots/bot.h
src/cli/cli.h:
src/kernel/game.h:
src/kernel/base.h:
src/kernel/box.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/hex.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/kernel/json.h:
src/kernel/lex.h:
src/kernel/rng.h:
src/kernel/sheet.h:
src/engine/describe.h:
src/engine/known.h:
src/match/match.h:
src/cli/kept.h:
src/kernel/text.h:
src/cli/terminal.h:
src/engine/known.h:
src/engine/players.h:
src/bots/bot.h:
