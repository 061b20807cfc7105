build-prof/src/kernel/hex.o: src/kernel/hex.c src/kernel/hex.h
src/kernel/hex.h:
