build-prof/src/kernel/table.o: src/kernel/table.c src/kernel/table.h \
 src/kernel/box.h src/kernel/base.h src/kernel/board.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/hex.h \
 src/kernel/chart.h src/kernel/ratio.h src/kernel/lex.h
src/kernel/table.h:
src/kernel/box.h:
src/kernel/base.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/hex.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/kernel/lex.h:
