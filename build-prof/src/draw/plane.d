build-prof/src/draw/plane.o: src/draw/plane.c src/draw/plane.h \
 src/kernel/base.h
src/draw/plane.h:
src/kernel/base.h:
