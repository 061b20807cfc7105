build-prof/src/server/store-read.o: src/server/store-read.c \
 src/match/match.h src/kernel/game.h src/kernel/base.h src/kernel/box.h \
 src/kernel/board.h src/kernel/errors.h src/kernel/text.h \
 src/kernel/hex.h src/kernel/chart.h src/kernel/ratio.h src/kernel/json.h \
 src/kernel/lex.h src/kernel/rng.h src/kernel/sheet.h \
 src/server/store-own.h src/server/store.h src/kernel/json.h
src/match/match.h:
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
src/server/store-own.h:
src/server/store.h:
src/kernel/json.h:
