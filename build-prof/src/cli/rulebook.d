build-prof/src/cli/rulebook.o: src/cli/rulebook.c src/cli/rulebook.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/base.h src/cli/files.h \
 src/kernel/base.h src/kernel/lex.h src/kernel/errors.h \
 src/match/script.h src/kernel/game.h src/kernel/box.h src/kernel/board.h \
 src/kernel/hex.h src/kernel/chart.h src/kernel/ratio.h src/kernel/json.h \
 src/kernel/lex.h src/kernel/rng.h src/kernel/sheet.h
src/cli/rulebook.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/cli/files.h:
src/kernel/base.h:
src/kernel/lex.h:
src/kernel/errors.h:
src/match/script.h:
src/kernel/game.h:
src/kernel/box.h:
src/kernel/board.h:
src/kernel/hex.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/kernel/json.h:
src/kernel/lex.h:
src/kernel/rng.h:
src/kernel/sheet.h:
