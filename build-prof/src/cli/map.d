build-prof/src/cli/map.o: src/cli/map.c src/cli/cli.h src/kernel/game.h \
 src/kernel/base.h src/kernel/box.h src/kernel/board.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/hex.h \
 src/kernel/chart.h src/kernel/ratio.h src/kernel/json.h src/kernel/lex.h \
 src/kernel/rng.h src/kernel/sheet.h src/draw/draw.h src/draw/ground.h \
 src/kernel/errors.h src/draw/plane.h src/kernel/base.h src/draw/icons.h \
 src/kernel/board.h src/draw/margin.h src/draw/palette.h
src/cli/cli.h:
src/kernel/game.h:
src/kernel/base.h:
src/kernel/box.h:
src/kernel/board.h:
src/kernel/errors.h:
src/kernel/text.h:
src/kernel/hex.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/kernel/json.h:
src/kernel/lex.h:
src/kernel/rng.h:
src/kernel/sheet.h:
src/draw/draw.h:
src/draw/ground.h:
src/kernel/errors.h:
src/draw/plane.h:
src/kernel/base.h:
src/draw/icons.h:
src/kernel/board.h:
src/draw/margin.h:
src/draw/palette.h:
