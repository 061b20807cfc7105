build-prof/src/kernel/lex.o: src/kernel/lex.c src/kernel/lex.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/base.h
src/kernel/lex.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
