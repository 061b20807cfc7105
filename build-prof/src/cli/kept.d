build-prof/src/cli/kept.o: src/cli/kept.c src/cli/kept.h \
 src/kernel/text.h src/kernel/base.h
src/cli/kept.h:
src/kernel/text.h:
src/kernel/base.h:
