build-prof/src/kernel/base.o: src/kernel/base.c src/kernel/base.h
src/kernel/base.h:
