build-prof/src/engine/ask.o: src/engine/ask.c src/engine/session.h \
 src/engine/engine.h src/kernel/text.h src/kernel/base.h \
 src/engine/known.h src/kernel/game.h src/kernel/box.h src/kernel/board.h \
 src/kernel/errors.h src/kernel/text.h src/kernel/hex.h \
 src/kernel/chart.h src/kernel/ratio.h src/kernel/json.h src/kernel/lex.h \
 src/kernel/rng.h src/kernel/sheet.h src/match/match.h \
 src/engine/players.h src/bots/bot.h
src/engine/session.h:
src/engine/engine.h:
src/kernel/text.h:
src/kernel/base.h:
src/engine/known.h:
src/kernel/game.h:
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
src/match/match.h:
src/engine/players.h:
src/bots/bot.h:
