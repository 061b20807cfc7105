# Grognard. `make play` and `make test` are the only commands a newcomer needs.
#
#   make            build/grognard, build/libgrognard.a, build/libgrognard.so
#   make play       install what is missing, build, lay the table at http://127.0.0.1:1815/ (PORT=N: at another port)
#   make test       install what is missing, build, run every test
#   make test-quick the normal build's tests only, nothing installed
#   make unit       the unit tests alone; build/unit-tests WORD… runs those whose names contain a word
#   make mpi        build/grognard-mpi: `sim` over many machines (docs/simulation.md; needs mpicc)
#   make faults     servers, thinkers and PostgreSQL killed, stopped, cut off while people play, for an hour (docs/testing.md)
#   make load       how the table bears 500 matches at once (LOAD= options of tools/load)
#   make ratios     many servers on one PostgreSQL against one (tools/load/ratios)
#   make bench      throughput and signatures; make signatures: store them, after a change that was meant
#   make maps       data/<id>/map.txt and ground.txt from geography (tools/maps/README.md)
#   make fuzz       bounded; make fuzz HOURS=n: for so long in all, every target and game alike (docs/testing.md)
#   make coverage | format | mutate GAME=id [N=50] [SEED=k] [FILES=..] | clean
#
# A build says a line a file; V=1 shows the commands, -s nothing.
# A build is one folder: BUILD=build CC=gcc SAN=1 (sanitizers) WERROR=1 OPT=-O2. Games are the folders
# of src/games, bots the files of src/bots that define one; adding one changes nothing here.

, := ,
CC      := gcc
BUILD   := build
OPT     := -O2
WERROR  :=
SAN     :=
V       :=

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
CFLAGS  := -std=c11 $(OPT) -g -fPIC -fvisibility=hidden $(warnings) $(if $(WERROR),-Werror)
CPPFLAGS := -D_POSIX_C_SOURCE=200809L -Isrc -Isrc/kernel -Iinclude -MMD -MP
LDLIBS  := -lpthread -lm
SCREEN_LIBS = $(if $(curses),-lncursesw -ltinfo)
SERVER_LIBS = -lmicrohttpd -lsqlite3 -lsodium $(if $(libpq),-lpq) $(if $(libcurl),-lcurl) $(if $(zlib),-lz) $(if $(bzip2),-lbz2)
ifneq ($(SAN),)
CFLAGS  += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
endif
CFLAGS  += $(EXTRA_CFLAGS)
LDFLAGS += $(EXTRA_LDFLAGS)

games   := $(sort $(notdir $(patsubst %/,%,$(wildcard src/games/*/))))
bots    := $(sort $(shell sed -n 's/^const struct bot \([a-z0-9_]*\) =.*/\1/p' src/bots/*.c))
layers  := kernel draw match bots sim engine api
library := $(sort $(wildcard $(patsubst %,src/%/*.c,$(layers))))
rules   := $(sort $(wildcard src/games/*/*.c))
# The screen of `grognard play` needs ncurses; a program without it talks in plain lines.
curses  := $(firstword $(wildcard /usr/include/ncursesw/curses.h /usr/include/curses.h))
program := $(filter-out $(if $(curses),,src/cli/screen%),$(sort $(wildcard src/cli/*.c)))
# The store in PostgreSQL needs libpq; a program without it says so when it is asked for one.
libpq   := $(firstword $(wildcard /usr/include/postgresql/libpq-fe.h /usr/include/libpq-fe.h))
server  := $(filter-out $(if $(libpq),,src/server/store-pg%),$(sort $(wildcard src/server/*.c)))
# Mails and hooks need libcurl; a program without it says so when it is asked for them.
libcurl := $(firstword $(wildcard /usr/include/curl/curl.h /usr/include/*/curl/curl.h))
server  := $(filter-out src/server/$(if $(libcurl),carrier-none.c,carrier.c),$(server))
# Finished matches are kept compressed if there is zlib or bzip2; a program without them keeps them as they are.
zlib    := $(firstword $(wildcard /usr/include/zlib.h /usr/include/*/zlib.h))
bzip2   := $(firstword $(wildcard /usr/include/bzlib.h /usr/include/*/bzlib.h))
web     := $(sort $(shell find web -type f))

# The page's fonts, from Debian's packages; without them, or without woff2_compress, it takes others.
FONTS   := /usr/share/fonts
fonts   := $(if $(shell command -v woff2_compress),$(wildcard \
             $(FONTS)/opentype/ebgaramond/EBGaramond12-Regular.otf $(FONTS)/opentype/ebgaramond/EBGaramond12-Italic.otf \
             $(addprefix $(FONTS)/truetype/roboto/unhinted/,RobotoTTF/Roboto-Regular.ttf RobotoTTF/Roboto-Medium.ttf \
             RobotoTTF/Roboto-Bold.ttf RobotoCondensed-Regular.ttf RobotoCondensed-Bold.ttf)))
fonts_made := $(patsubst %,build/pages/fonts/%.woff2,$(basename $(notdir $(fonts))))
tests   := $(sort $(wildcard tests/*.c tests/*/*.c))

objects  = $(patsubst %.c,$(BUILD)/%.o,$(1))
games_o := $(patsubst %,$(BUILD)/src/games/%.o,$(games))
lib_o   := $(call objects,$(library)) $(games_o) $(BUILD)/registry.o $(BUILD)/version.o
program_o := $(call objects,$(program))
server_o := $(call objects,$(server)) $(BUILD)/web.o
tests_o := $(call objects,$(tests))
load_o  := $(call objects,$(sort $(wildcard tools/load/*.c)))
faulty_o := $(BUILD)/tests/server/faulty/registry.o
fuzz_o  := $(call objects,$(sort $(wildcard tests/fuzz/*.c)))

.PHONY: all lib mpi play test test-quick faults load ratios bench signatures fuzz coverage format mutate clean deps unit maps FORCE
all: $(BUILD)/grognard $(BUILD)/libgrognard.a $(BUILD)/libgrognard.so
lib: $(BUILD)/libgrognard.a

# `$(call say,CC,FILE)` before the commands of a recipe, which begin with $(Q).
Q       := $(if $(V),,@)
say      = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),@:,@printf '  %-5s %s\n' $(1) $(2))

# What a build was made from and with. A file changes only when its content does: then what depends on
# it is made again, though no source is newer (another flag, a game that came, a file that went).
define registry
/* Made by the Makefile from src/games and src/bots. */
#include "bots/bot.h"
$(foreach g,$(games),extern const struct game $(subst -,_,$g)_game;
)$(foreach b,$(bots),extern const struct bot $b;
)const struct game *const all_games[] = { $(foreach g,$(games),&$(subst -,_,$g)_game, )NULL };
const struct bot *const all_bots[] = { $(foreach b,$(bots),&$b, )NULL };
endef
define version
/* Made by the Makefile from VERSION. */
#include "kernel/version.h"
const char program_version[] = "$(strip $(file <VERSION))";
endef
keep = @mkdir -p $(@D); $(file >$@.new,$(1))if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

ifeq ($(shell mkdir -p $(BUILD) && echo made),)
$(error cannot make the folder $(BUILD))
endif
$(BUILD)/flags: FORCE
	$(call keep,$(CC) $(CPPFLAGS) $(CFLAGS) -DTREE='"$(CURDIR)"' | $(LDFLAGS) $(SCREEN_LIBS) $(SERVER_LIBS) $(LDLIBS))
$(BUILD)/files: FORCE
	$(call keep,$(library) | $(rules) | $(program) | $(server) | $(web) $(fonts_made) | $(tests))
$(BUILD)/registry.c: FORCE
	$(call keep,$(registry))
$(BUILD)/version.c: FORCE
	$(call keep,$(version))

$(BUILD)/registry.o $(BUILD)/version.o: $(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/flags
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# The pages and their fonts are built into the program, so that it is one file. Fonts are the same in every
# build, so they are converted once.
$(BUILD)/web.c: $(web) $(fonts_made) tools/embed $(BUILD)/files
	$(call say,PAGES,$@)
	$(Q)tools/embed web $(if $(fonts_made),build/pages) > $@
define font_rule
build/pages/fonts/$(basename $(notdir $(1))).woff2: $(1)
	@mkdir -p $$(@D) build/fonts
	$$(call say,FONT,$$(<F))
	$$(Q)cp $$< build/fonts/
	$$(Q)woff2_compress build/fonts/$$(<F) >build/fonts/$$(<F).log 2>&1 || { cat build/fonts/$$(<F).log >&2; exit 1; }
	$$(Q)mv build/fonts/$$(@F) $$@
endef
$(foreach f,$(fonts),$(eval $(call font_rule,$f)))
$(BUILD)/web.o: $(BUILD)/web.c $(BUILD)/flags
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# The few files that must know where the tree is.
$(call objects,src/kernel/box.c src/cli/rules.c tests/test.c $(wildcard tests/fuzz/*.c)): CPPFLAGS += -DTREE='"$(CURDIR)"'

# ncurses with letters of all alphabets; its header needs more than POSIX.
$(filter $(BUILD)/src/cli/screen% $(BUILD)/src/cli/play.o,$(program_o)): CPPFLAGS += $(if $(curses),-DNCURSES -DNCURSES_WIDECHAR=1 -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE)

$(filter $(BUILD)/src/server/store% $(BUILD)/tests/server/%,$(server_o) $(tests_o)): CPPFLAGS += $(if $(libpq),-DPOSTGRESQL -I$(dir $(libpq)))

$(BUILD)/src/server/store-pack.o: CPPFLAGS += $(if $(zlib),-DZLIB) $(if $(bzip2),-DBZIP2)

# Drawing is one thread's, from a box that nobody changes: watched for races a board would take a minute.
$(BUILD)/src/draw/%.o: CFLAGS := $(filter-out -fsanitize=thread,$(CFLAGS))

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# A game is one object of which only its struct is seen: two games may both have a run_combat().
define game_rule
$(BUILD)/src/games/$(1).o: $(call objects,$(filter src/games/$(1)/%,$(rules))) $(BUILD)/files
	$$(call say,GAME,$(1))
	$$(Q)ld -r -o $$@ $$(filter %.o,$$^)
	$$(Q)objcopy --keep-global-symbol=$(subst -,_,$(1))_game $$@
endef
$(foreach g,$(games),$(eval $(call game_rule,$g)))

$(BUILD)/libgrognard.a: $(lib_o) $(BUILD)/files
	$(call say,LIB,$@)
	@rm -f $@
	$(Q)ar rcs $@ $(lib_o)

$(BUILD)/libgrognard.so: $(lib_o) $(BUILD)/files
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $(lib_o) $(LDLIBS)

$(BUILD)/grognard: $(program_o) $(server_o) $(BUILD)/libgrognard.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(SCREEN_LIBS) $(SERVER_LIBS) $(LDLIBS)

# `grognard sim` over the processes of MPI: one file, with all of the program but its main().
MPICC   := mpicc
mpi: $(BUILD)/grognard-mpi
$(BUILD)/grognard-mpi: src/mpi/grognard-mpi.c $(filter-out %/grognard.o,$(program_o)) $(server_o) $(BUILD)/libgrognard.a
	@command -v $(MPICC) >/dev/null || { echo "make mpi needs $(MPICC): apt-get install libopenmpi-dev openmpi-bin" >&2; exit 1; }
	$(call say,MPI,$@)
	$(Q)OMPI_CC="$(CC)" MPICH_CC="$(CC)" $(MPICC) $(CPPFLAGS) $(filter-out -Wpedantic -Wconversion -Wstrict-prototypes,$(CFLAGS)) $(LDFLAGS) -MF $@.d -o $@ \
	  $(filter %.c %.o %.a,$^) $(SCREEN_LIBS) $(SERVER_LIBS) $(LDLIBS)

# What fails on purpose in the tests of faults (tests/faults/inject.h).
wrapped := $(patsubst %,-Wl$(,)--wrap=%,calloc realloc open fopen write fwrite fsync rename)
$(BUILD)/unit-tests: $(tests_o) $(server_o) $(BUILD)/libgrognard.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(wrapped) -o $@ $^ $(SERVER_LIBS) $(LDLIBS)

$(BUILD)/load: $(load_o) $(BUILD)/libgrognard.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The program with a fault in it, for the test of what a crash does to the table.
$(BUILD)/faulty: $(faulty_o) $(program_o) $(server_o) $(BUILD)/libgrognard.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(SCREEN_LIBS) $(SERVER_LIBS) $(LDLIBS)

# The fuzz targets as one libFuzzer program; tools/fuzz says with which flags the whole build is made.
$(BUILD)/fuzzer: $(fuzz_o) $(server_o) $(BUILD)/libgrognard.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(SERVER_LIBS) $(LDLIBS)

unit: $(BUILD)/unit-tests
	$(BUILD)/unit-tests

deps:
	@tools/deps all

play:
	@tools/deps play
	@test -x $(BUILD)/grognard || echo "Building Grognard: this takes a minute or two, once."
	@$(MAKE) --no-print-directory -s -j2 all
	@$(BUILD)/grognard serve --unless-laid $(if $(PORT),--port $(PORT)) $(SERVE)

test:
	@tools/deps test
	@TEST_EFFORT=$(EFFORT) tests/run all

test-quick:
	@TEST_EFFORT=$(EFFORT) tests/run quick

load: all $(BUILD)/load
	$(BUILD)/load --program $(BUILD)/grognard --most 50 $(games) $(LOAD)

# Of many servers on one PostgreSQL; some minutes.
ratios: all $(BUILD)/load
	BIN=$(BUILD) tools/load/ratios

bench: all
	$(BUILD)/grognard bench

# Behaviour has changed, and was meant to: the diff of these files shows where.
signatures: all
	@mkdir -p bench
	@for g in $(games); do mkdir -p tests/$$g; \
	  $(BUILD)/grognard bench $$g --signatures > bench/$$g.txt; \
	  $(BUILD)/grognard bench $$g --perft > tests/$$g/perft.txt; done
	@git --no-pager diff --stat -- bench 'tests/*/perft.txt'

# The faults of tests/server, as often as docs/testing.md says: less than an hour.
faults: $(BUILD)/grognard
	tests/server/faults

fuzz coverage mutate:
	@tools/$@

maps:
	python3 tools/maps/make.py

format:
	@tools/deps all
	@tools/format

clean:
	rm -rf build build-*

-include $(patsubst %.o,%.d,$(call objects,$(library) $(rules)) $(BUILD)/registry.o $(BUILD)/version.o $(program_o) $(server_o) $(tests_o) $(load_o) $(faulty_o))
