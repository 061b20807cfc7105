build-prof/src/kernel/board-ground.o: src/kernel/board-ground.c \
 src/kernel/board-load.h src/kernel/board.h src/kernel/errors.h \
 src/kernel/text.h src/kernel/base.h src/kernel/hex.h src/kernel/lex.h
src/kernel/board-load.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/hex.h:
src/kernel/lex.h:
