build-prof/src/kernel/board-water.o: src/kernel/board-water.c \
 src/kernel/board-check.h src/kernel/board.h src/kernel/errors.h \
 src/kernel/text.h src/kernel/base.h src/kernel/hex.h
src/kernel/board-check.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/hex.h:
