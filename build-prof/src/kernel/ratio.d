build-prof/src/kernel/ratio.o: src/kernel/ratio.c src/kernel/ratio.h \
 src/kernel/text.h src/kernel/base.h
src/kernel/ratio.h:
src/kernel/text.h:
src/kernel/base.h:
