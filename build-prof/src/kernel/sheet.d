build-prof/src/kernel/sheet.o: src/kernel/sheet.c src/kernel/sheet.h \
 src/kernel/json.h src/kernel/text.h src/kernel/base.h src/kernel/ratio.h
src/kernel/sheet.h:
src/kernel/json.h:
src/kernel/text.h:
src/kernel/base.h:
src/kernel/ratio.h:
