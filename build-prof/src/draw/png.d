build-prof/src/draw/png.o: src/draw/png.c src/draw/png.h \
 src/kernel/text.h src/kernel/base.h
src/draw/png.h:
src/kernel/text.h:
src/kernel/base.h:
