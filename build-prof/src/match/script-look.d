build-prof/src/match/script-look.o: src/match/script-look.c \
 src/kernel/facts.h src/kernel/box.h src/kernel/base.h src/kernel/board.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/hex.h \
 src/kernel/chart.h src/kernel/ratio.h src/match/script-run.h \
 src/match/match.h src/kernel/game.h src/kernel/json.h src/kernel/lex.h \
 src/kernel/rng.h src/kernel/sheet.h src/match/script.h
src/kernel/facts.h:
src/kernel/box.h:
src/kernel/base.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/hex.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/match/script-run.h:
src/match/match.h:
src/kernel/game.h:
src/kernel/json.h:
src/kernel/lex.h:
src/kernel/rng.h:
src/kernel/sheet.h:
src/match/script.h:
