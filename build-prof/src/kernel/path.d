build-prof/src/kernel/path.o: src/kernel/path.c src/kernel/path.h \
 src/kernel/board.h src/kernel/errors.h src/kernel/text.h \
 src/kernel/base.h src/kernel/hex.h
src/kernel/path.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/hex.h:
