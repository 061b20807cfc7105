build-prof/src/draw/noise.o: src/draw/noise.c src/draw/noise.h \
 src/draw/plane.h src/kernel/base.h
src/draw/noise.h:
src/draw/plane.h:
src/kernel/base.h:
