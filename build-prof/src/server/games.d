build-prof/src/server/games.o: src/server/games.c src/draw/draw.h \
 src/draw/ground.h src/kernel/errors.h src/kernel/text.h \
 src/kernel/base.h src/draw/plane.h src/kernel/base.h src/draw/icons.h \
 src/kernel/board.h src/kernel/errors.h src/kernel/hex.h \
 src/draw/margin.h src/draw/palette.h src/engine/casebook.h \
 src/kernel/box.h src/kernel/board.h src/kernel/chart.h \
 src/kernel/ratio.h src/engine/catalogue.h src/kernel/game.h \
 src/kernel/box.h src/kernel/json.h src/kernel/lex.h src/kernel/rng.h \
 src/kernel/sheet.h src/server/handlers.h src/server/server.h \
 src/bots/bot.h src/engine/known.h src/match/match.h src/server/serve.h \
 src/server/store.h src/kernel/json.h src/kernel/hash.h
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
src/engine/casebook.h:
src/kernel/box.h:
src/kernel/board.h:
src/kernel/chart.h:
src/kernel/ratio.h:
src/engine/catalogue.h:
src/kernel/game.h:
src/kernel/box.h:
src/kernel/json.h:
src/kernel/lex.h:
src/kernel/rng.h:
src/kernel/sheet.h:
src/server/handlers.h:
src/server/server.h:
src/bots/bot.h:
src/engine/known.h:
src/match/match.h:
src/server/serve.h:
src/server/store.h:
src/kernel/json.h:
src/kernel/hash.h:
