build-prof/src/draw/field.o: src/draw/field.c src/draw/field.h \
 src/draw/plane.h src/kernel/base.h
src/draw/field.h:
src/draw/plane.h:
src/kernel/base.h:
