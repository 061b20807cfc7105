build-prof/src/kernel/json.o: src/kernel/json.c src/kernel/json.h \
 src/kernel/text.h src/kernel/base.h
src/kernel/json.h:
src/kernel/text.h:
src/kernel/base.h:
