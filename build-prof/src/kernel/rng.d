build-prof/src/kernel/rng.o: src/kernel/rng.c src/kernel/rng.h \
 src/kernel/hash.h
src/kernel/rng.h:
src/kernel/hash.h:
