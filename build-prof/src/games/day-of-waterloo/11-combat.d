build-prof/src/games/day-of-waterloo/11-combat.o: \
 src/games/day-of-waterloo/11-combat.c src/games/day-of-waterloo/dow.h \
 src/kernel/game.h src/kernel/base.h src/kernel/box.h src/kernel/board.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/hex.h \
 src/kernel/chart.h src/kernel/ratio.h src/kernel/json.h src/kernel/lex.h \
 src/kernel/rng.h src/kernel/sheet.h src/kernel/path.h \
 src/games/day-of-waterloo/dow-words.h \
 src/games/day-of-waterloo/dow-steps.h
src/games/day-of-waterloo/dow.h:
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
src/kernel/path.h:
src/games/day-of-waterloo/dow-words.h:
src/games/day-of-waterloo/dow-steps.h:
