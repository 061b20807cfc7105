build-prof/src/draw/svg.o: src/draw/svg.c src/draw/svg.h \
 src/kernel/text.h src/kernel/base.h src/draw/palette.h src/draw/plane.h \
 src/kernel/base.h src/draw/type.h
src/draw/svg.h:
src/kernel/text.h:
src/kernel/base.h:
src/draw/palette.h:
src/draw/plane.h:
src/kernel/base.h:
src/draw/type.h:
