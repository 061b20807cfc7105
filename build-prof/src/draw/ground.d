build-prof/src/draw/ground.o: src/draw/ground.c src/draw/ground.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/base.h src/draw/plane.h \
 src/kernel/base.h src/kernel/lex.h src/kernel/errors.h
src/draw/ground.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/draw/plane.h:
src/kernel/base.h:
src/kernel/lex.h:
src/kernel/errors.h:
