build-prof/src/draw/margin.o: src/draw/margin.c src/draw/margin.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/base.h src/kernel/lex.h \
 src/kernel/errors.h
src/draw/margin.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/lex.h:
src/kernel/errors.h:
