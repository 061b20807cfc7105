build-prof/src/games/waterloo-200/load.o: src/games/waterloo-200/load.c \
 src/kernel/table.h src/kernel/box.h src/kernel/base.h src/kernel/board.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/hex.h \
 src/kernel/chart.h src/kernel/ratio.h src/games/waterloo-200/w200.h \
 src/kernel/game.h src/kernel/json.h src/kernel/lex.h src/kernel/rng.h \
 src/kernel/sheet.h
src/kernel/table.h:
src/kernel/box.h:
src/kernel/base.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/hex.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/games/waterloo-200/w200.h:
src/kernel/game.h:
src/kernel/json.h:
src/kernel/lex.h:
src/kernel/rng.h:
src/kernel/sheet.h:
