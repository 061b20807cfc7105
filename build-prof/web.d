build-prof/web.o: build-prof/web.c src/server/web.h
src/server/web.h:
