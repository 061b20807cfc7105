# Grognard. `make play` and `make test` are the only commands a newcomer needs.
#
#   make            build/grognard, build/libgrognard.a, build/libgrognard.so
#   make play       install what is missing, build, play
#   make test       install what is missing, build, run every test
#   make test-quick the normal build's tests only, nothing installed
#   make bench | fuzz | coverage | format | mutate GAME=id [N=50] [SEED=k] | clean
#
# A build is one folder: BUILD=build CC=gcc SAN=1 (sanitizers) WERROR=1 OPT=-O2. Games are the folders
# of src/games; adding one changes nothing here.

CC      := gcc
BUILD   := build
OPT     := -O2
WERROR  :=
SAN     :=

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
CFLAGS  := -std=c11 $(OPT) -g -fPIC $(warnings) $(if $(WERROR),-Werror)
CPPFLAGS := -D_POSIX_C_SOURCE=200809L -DTREE='"$(CURDIR)"' -Isrc -Isrc/kernel -Iinclude -MMD -MP
LDLIBS  := -lpthread -lm
ifneq ($(SAN),)
CFLAGS  += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
endif
CFLAGS  += $(EXTRA_CFLAGS)
LDFLAGS += $(EXTRA_LDFLAGS)

games   := $(sort $(notdir $(patsubst %/,%,$(wildcard src/games/*/))))
library := $(sort $(wildcard src/kernel/*.c src/games/*/*.c src/draw/*.c src/match/*.c src/bots/*.c src/api/*.c))
program := $(sort $(wildcard src/cli/*.c))
tests   := $(sort $(wildcard tests/*.c tests/kernel/*.c tests/match/*.c tests/draw/*.c tests/games/*.c))

objects  = $(patsubst %.c,$(BUILD)/%.o,$(1))
lib_o   := $(call objects,$(library)) $(BUILD)/registry.o

.PHONY: all play test test-quick bench fuzz coverage format mutate clean deps unit
all: $(BUILD)/grognard $(BUILD)/libgrognard.a $(BUILD)/libgrognard.so

# The list of games is made from the folders.
$(BUILD)/registry.c: Makefile $(wildcard src/games)
	@mkdir -p $(@D)
	@{ echo '/* Made by the Makefile from src/games. */'; echo '#include "kernel/game.h"'; \
	  for g in $(games); do echo "extern const struct game $$(echo $$g | tr - _)_game;"; done; \
	  echo 'const struct game *const all_games[] = {'; \
	  for g in $(games); do echo "    &$$(echo $$g | tr - _)_game,"; done; \
	  echo '    NULL,'; echo '};'; } > $@.new; cmp -s $@.new $@ || mv $@.new $@; rm -f $@.new

$(BUILD)/registry.o: $(BUILD)/registry.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(BUILD)/libgrognard.a: $(lib_o)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/libgrognard.so: $(lib_o)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^ $(LDLIBS)

$(BUILD)/grognard: $(call objects,$(program)) $(BUILD)/libgrognard.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/unit-tests: $(call objects,$(tests)) $(BUILD)/libgrognard.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

unit: $(BUILD)/unit-tests
	$(BUILD)/unit-tests

deps:
	@tools/deps

play: deps
	@$(MAKE) --no-print-directory -s -j2 all
	@$(BUILD)/grognard play null

test: deps
	@tests/run all

test-quick:
	@tests/run quick

bench: all
	$(BUILD)/grognard bench

fuzz coverage mutate:
	@tools/$@

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build build-*

-include $(patsubst %.o,%.d,$(lib_o) $(call objects,$(program) $(tests)))
