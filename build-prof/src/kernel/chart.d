build-prof/src/kernel/chart.o: src/kernel/chart.c src/kernel/chart.h \
 src/kernel/base.h src/kernel/errors.h src/kernel/text.h \
 src/kernel/ratio.h src/kernel/box.h src/kernel/board.h src/kernel/hex.h \
 src/kernel/lex.h
src/kernel/chart.h:
src/kernel/base.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/ratio.h:
src/kernel/box.h:
src/kernel/board.h:
src/kernel/hex.h:
src/kernel/lex.h:
