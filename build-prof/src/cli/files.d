build-prof/src/cli/files.o: src/cli/files.c src/cli/files.h \
 src/kernel/base.h
src/cli/files.h:
src/kernel/base.h:
