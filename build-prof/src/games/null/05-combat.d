build-prof/src/games/null/05-combat.o: src/games/null/05-combat.c \
 src/games/null/null.h src/kernel/game.h src/kernel/base.h \
 src/kernel/box.h src/kernel/board.h src/kernel/errors.h \
 src/kernel/text.h src/kernel/hex.h src/kernel/chart.h src/kernel/ratio.h \
 src/kernel/json.h src/kernel/lex.h src/kernel/rng.h src/kernel/sheet.h
src/games/null/null.h:
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
