build-prof/src/games/null/bot.o: src/games/null/bot.c src/kernel/path.h \
 src/kernel/board.h src/kernel/errors.h src/kernel/text.h \
 src/kernel/base.h src/kernel/hex.h src/games/null/null.h \
 src/kernel/game.h src/kernel/box.h src/kernel/chart.h src/kernel/ratio.h \
 src/kernel/json.h src/kernel/lex.h src/kernel/rng.h src/kernel/sheet.h
src/kernel/path.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/hex.h:
src/games/null/null.h:
src/kernel/game.h:
src/kernel/box.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/kernel/json.h:
src/kernel/lex.h:
src/kernel/rng.h:
src/kernel/sheet.h:
