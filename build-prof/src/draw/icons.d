build-prof/src/draw/icons.o: src/draw/icons.c src/draw/icons.h \
 src/kernel/board.h src/kernel/errors.h src/kernel/text.h \
 src/kernel/base.h src/kernel/hex.h src/kernel/lex.h
src/draw/icons.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/hex.h:
src/kernel/lex.h:
