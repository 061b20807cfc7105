build-prof/src/kernel/board.o: src/kernel/board.c src/kernel/board.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/base.h src/kernel/hex.h
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/hex.h:
