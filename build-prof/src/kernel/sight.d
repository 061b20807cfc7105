build-prof/src/kernel/sight.o: src/kernel/sight.c src/kernel/sight.h \
 src/kernel/board.h src/kernel/errors.h src/kernel/text.h \
 src/kernel/base.h src/kernel/hex.h
src/kernel/sight.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/hex.h:
