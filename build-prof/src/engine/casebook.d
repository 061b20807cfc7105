build-prof/src/engine/casebook.o: src/engine/casebook.c \
 src/engine/casebook.h src/kernel/box.h src/kernel/base.h \
 src/kernel/board.h src/kernel/errors.h src/kernel/text.h \
 src/kernel/hex.h src/kernel/chart.h src/kernel/ratio.h src/kernel/text.h
src/engine/casebook.h:
src/kernel/box.h:
src/kernel/base.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/hex.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/kernel/text.h:
