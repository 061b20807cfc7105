build-prof/src/draw/names.o: src/draw/names.c src/draw/layers.h \
 src/draw/plan.h src/draw/draw.h src/draw/ground.h src/kernel/errors.h \
 src/kernel/text.h src/kernel/base.h src/draw/plane.h src/kernel/base.h \
 src/draw/icons.h src/kernel/board.h src/kernel/errors.h src/kernel/hex.h \
 src/draw/margin.h src/draw/palette.h src/draw/field.h src/draw/noise.h \
 src/draw/svg.h src/kernel/text.h src/draw/type.h
src/draw/layers.h:
src/draw/plan.h:
src/draw/draw.h:
src/draw/ground.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/base.h:
src/draw/plane.h:
src/kernel/base.h:
src/draw/icons.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/hex.h:
src/draw/margin.h:
src/draw/palette.h:
src/draw/field.h:
src/draw/noise.h:
src/draw/svg.h:
src/kernel/text.h:
src/draw/type.h:
