build-prof/src/kernel/text.o: src/kernel/text.c src/kernel/text.h \
 src/kernel/base.h
src/kernel/text.h:
src/kernel/base.h:
