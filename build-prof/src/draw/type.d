build-prof/src/draw/type.o: src/draw/type.c src/draw/type.h \
 src/kernel/base.h
src/draw/type.h:
src/kernel/base.h:
