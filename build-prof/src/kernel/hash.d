build-prof/src/kernel/hash.o: src/kernel/hash.c src/kernel/hash.h
src/kernel/hash.h:
