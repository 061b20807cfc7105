build-prof/src/draw/palette.o: src/draw/palette.c src/draw/palette.h
src/draw/palette.h:
