build-prof/src/server/store.o: src/server/store.c src/server/store-own.h \
 src/server/store.h src/kernel/json.h src/kernel/text.h src/kernel/base.h
src/server/store-own.h:
src/server/store.h:
src/kernel/json.h:
src/kernel/text.h:
src/kernel/base.h:
