build-prof/src/kernel/errors.o: src/kernel/errors.c src/kernel/errors.h \
 src/kernel/text.h src/kernel/base.h
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
