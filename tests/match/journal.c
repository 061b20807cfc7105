/*
 * The journal: what it says, that it replays to the byte, and that no damage to it goes unnoticed.
 */
#include "help.h"
#include "kernel/version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "grognard-journal 2\ngame null scenario line\n"

static unsigned long long digest(void)
{
    return help_box()->digest;
}

static void check_round_trip(struct match *m)
{
    char *text = help_journal(m), *again;
    struct errors e = { 0 };
    struct match *loaded = help_load(text, &e);

    CHECK_STR(text_of(&e.lines), "");
    CHECK(loaded != NULL);
    if (loaded) {
        CHECK(help_equal(m, loaded));
        again = help_journal(loaded);
        CHECK_STR(again, text);
        free(again);
    }
    match_free(loaded);
    errors_free(&e);
    free(text);
}

TEST(journal_says_what_was_done)
{
    struct match *m = help_match("line", help_seed(7));
    char *text, data[100];

    help_do_all(m, opening);
    text = help_journal(m);
    snprintf(data, sizeof data, "program %s\ndata %016llx\nseed 7\nhash ", program_version,
             digest());
    CHECK(strncmp(text, HEAD, strlen(HEAD)) == 0);
    CHECK(strncmp(text + strlen(HEAD), data, strlen(data)) == 0);
    CHECK(strstr(text, "\nblue strong b1\nred strong r2\nhash ") != NULL);
    free(text);
    match_free(m);
}

TEST(journals_replay_to_the_byte)
{
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct match *m = help_match(seed % 2 ? "wood" : "line", help_seed(seed));

        help_random(m, seed, seed % 3 ? 1000 : (int)(seed % 20), seed % 4 == 0);
        check_round_trip(m);
        match_free(m);
    }
}

/* Whoever holds a match is told what others have played on with, from any line on. */
TEST(journals_are_followed_from_any_line)
{
    const struct load_how how = { 0 };

    for (uint64_t seed = 0; seed < 60; seed++) {
        struct match *m = help_match(seed % 2 ? "wood" : "line", help_seed(seed));
        char *text;

        help_random(m, seed, 1000, seed % 3 != 0);
        text = help_journal(m);
        CHECK(help_follows(text, &how, (int)(seed % 13) * 5, 1 + (int)(seed % 7)));
        CHECK(help_follows(text, &how, (int)(seed % 20), 100000));
        free(text);
        match_free(m);
    }
}

TEST(what_does_not_fit_is_not_followed)
{
    static const char *const bad[] = { "hash 0000000000000000\n", "undo 99\n",
                                       "blue nonsense\n",         "counted 99\n",
                                       "grognard-journal 2\n",    "\"\n" };
    const struct load_how how = { 0 };

    for (int i = 0; i < COUNT(bad); i++) {
        struct match *m = help_match("line", help_seed(7));
        struct errors e = { 0 };

        help_do_all(m, opening);
        CHECK(match_read_on(m, "# nothing\n", 10, &how, &e));
        CHECK(match_read_on(m, "blue march b2 01", 16, &how, &e)); /* not a whole line yet */
        CHECK_INT(match_entries(m), 2);
        CHECK(!match_read_on(m, bad[i], strlen(bad[i]), &how, &e));
        CHECK(e.n > 0);
        errors_free(&e);
        match_free(m);
    }
}

/* Whoever listens to the match is told what is done here, not what others have done. */
TEST(what_is_followed_is_not_told_again)
{
    struct match *m = help_match("wood", help_seed(7)), *other = help_match("wood", help_seed(7));
    const struct load_how how = { 0 };
    struct text told = { 0 }, own = { 0 };
    struct errors e = { 0 };

    match_listen(m, &told);
    match_listen(other, &own);
    help_do_all(m, opening);
    CHECK(match_read_on(other, text_of(&told), told.n, &how, &e));
    CHECK(own.n == 0);
    help_do(other, "blue march b2 0102");
    CHECK_STR(text_of(&own), "blue march b2 0102\n");
    CHECK(match_read_on(m, text_of(&own), own.n, &how, &e));
    CHECK(help_equal(m, other));
    text_free(&told);
    text_free(&own);
    errors_free(&e);
    match_free(m);
    match_free(other);
}

TEST(journal_keeps_options_and_dice)
{
    uint8_t options[OPTIONS_MAX] = { 1 };
    struct errors e = { 0 };
    struct match *m = match_new(help_box(), 0, options, hand_dice, &e);
    char *text;

    help_do_all(m, opening);
    match_set_dice(m, help_seed(UINT64_MAX));
    match_set_dice(m, list_dice);
    text = help_journal(m);
    CHECK(strstr(text, "option fog on\n") != NULL);
    CHECK(strstr(text, "dice hand\nhash ") != NULL);
    CHECK(strstr(text, "\nseed 18446744073709551615\ndice list\n") != NULL);
    check_round_trip(m);
    free(text);
    match_free(m);
    options[0] = 9;
    CHECK(!match_new(help_box(), 0, options, hand_dice, &e));
    CHECK(!match_new(help_box(), 99, NULL, hand_dice, &e));
    CHECK_INT(e.n, 2);
    errors_free(&e);
}

TEST(journal_from_a_position)
{
    struct match *m = help_position("turn 2 asks red combat\nunit b1 0202 strength 2 seen\n"
                                    "unit b2 0103 strength 1\nunit r1 0302 strength 1\n"
                                    "unit r2 0403 strength 2\n",
                                    help_seed(3));

    help_do(m, "red attack b1 with r1");
    CHECK(match_entries(m) >= 2);
    check_round_trip(m);
    help_random(m, 5, 1000, false);
    check_round_trip(m);
    match_free(m);
}

TEST(recorded_file_is_the_journal)
{
    char path[] = "/tmp/grognard-journal-XXXXXX", *text, *file;
    struct match *m = help_match("wood", help_seed(11)), *loaded;
    struct errors e = { 0 };
    size_t size;

    close(mkstemp(path));
    help_do_all(m, opening);
    CHECK_STR(match_record(m, path), NULL);
    match_record_sync(m, true);
    help_random(m, 12, 30, true);
    match_record_sync(m, false);
    help_random(m, 13, 1000, true);
    text = help_journal(m);
    file = base_read_file(path, &size);
    CHECK_STR(file, text);
    loaded = match_load_file(path, test_data(), &e);
    CHECK_STR(text_of(&e.lines), "");
    CHECK(loaded && help_equal(m, loaded));
    CHECK(match_record(m, "/nonexistent/journal") != NULL);
    match_free(loaded);
    match_free(m);
    unlink(path);
    free(text);
    free(file);
    CHECK(!match_load_file(path, test_data(), &e));
    CHECK(strstr(text_of(&e.lines), "No such file") != NULL);
    errors_free(&e);
}

/* ---- damage ---- */

/* A whole game with dice, an undo and a retreat in it. */
static struct match *eventful(void)
{
    for (uint64_t seed = 1;; seed++) {
        struct match *m = help_match("line", help_seed(seed));
        char *text;
        bool good;

        help_random(m, seed, 1000, true);
        text = help_journal(m);
        good = strstr(text, "undo") && strstr(text, "attack") && strstr(text, "ambush") &&
               strstr(text, "retreat");
        free(text);
        if (good)
            return m;
        match_free(m);
    }
}

/* The entries that the whole lines of a text leave standing. */
static int entries_in(const char *text, size_t size)
{
    int n = 0;

    for (const char *line = text; line < text + size; line = strchr(line, '\n') + 1) {
        if (sscanf(line, "undo %d", &n) == 1)
            continue;
        n += strncmp(line, "blue ", 5) == 0 || strncmp(line, "red ", 4) == 0 ||
             strncmp(line, "chance ", 7) == 0;
    }
    return n;
}

TEST(journal_cut_off_at_every_byte)
{
    struct match *m = eventful();
    char *text = help_journal(m);
    size_t size = strlen(text), head = (size_t)(strstr(text, "hash ") - text);

    head += strcspn(text + head, "\n") + 1;
    for (size_t cut = 0; cut <= size; cut++) {
        char *part = memcpy(base_alloc(cut), text, cut); /* no byte longer: sanitizers watch */
        struct errors e = { 0 };
        struct match *loaded = match_load("cut", part, cut, help_box(), &e);
        size_t whole = cut;

        while (whole > 0 && text[whole - 1] != '\n')
            whole--;
        CHECK((loaded != NULL) == (cut >= head) && (e.n == 0) == (cut >= head));
        if (loaded) {
            char *again = help_journal(loaded);

            CHECK(match_entries(loaded) == entries_in(text, whole));
            CHECK(strncmp(again, text, whole) == 0);
            match_settle_chance(loaded);
            CHECK(play_who(match_play(loaded)) != CHANCE);
            free(again);
        }
        match_free(loaded);
        errors_free(&e);
        free(part);
    }
    free(text);
    match_free(m);
}

TEST(journal_with_every_byte_changed)
{
    static const unsigned char flips[] = { 1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0xff };
    struct match *m = eventful();
    char *text = help_journal(m);
    size_t size = strlen(text);
    int unnoticed = 0;

    for (size_t i = 0; i < size; i++)
        for (int f = 0; f < COUNT(flips); f++) {
            struct errors e = { 0 };
            struct match *loaded;

            text[i] = (char)(text[i] ^ flips[f]);
            loaded = match_load("flip", text, size, help_box(), &e);
            CHECK((loaded == NULL) == (e.n > 0));
            if (loaded) {
                unnoticed++;
                CHECK(help_equal(m, loaded));
            }
            match_free(loaded);
            errors_free(&e);
            text[i] = (char)(text[i] ^ flips[f]);
        }
    CHECK(unnoticed < (int)size / 10); /* blanks that turn into other blanks */
    free(text);
    match_free(m);
}

/* ---- complaints ---- */

static const char *with_line(struct match *m, const char *line)
{
    static char whole[20000];
    char *text = help_journal(m);

    snprintf(whole, sizeof whole, "%s%s\n", text, line);
    free(text);
    return help_complaint(whole);
}

TEST(journal_says_where_it_departs)
{
    struct match *m = help_match("line", list_dice);

    help_do_all(m, opening); /* lines 1-5 are the head, 6 its hash, 9 the turn's */
    CHECK_STR(with_line(m, "blue march b1 0301"),
              "test.journal:10: the replay departs here, at entry 3: "
              "3.1: a march goes from hex to neighbouring hex\n");
    CHECK_STR(
        with_line(m, "red march r1 0301"),
        "test.journal:10: the replay departs here, at entry 3: it is for Blue to decide now\n");
    CHECK(strstr(
        with_line(m, "hash 0123456789abcdef"),
        "test.journal:10: the replay departs here or before, after entry 2: the state's hash is "));
    CHECK(strstr(with_line(m, "hash 123"), "10: the hash must be 16 digits"));
    CHECK(strstr(with_line(m, "undo 3"), "10: the entry gone back to must be from 0 to 2"));
    CHECK(strstr(with_line(m, "green stop"), "10: a journal has no line \"green\""));
    CHECK(strstr(with_line(m, "referee stop"), "10: a journal has no line \"referee\""));
    CHECK(strstr(with_line(m, "blue dance"), "10: this game has no action \"dance\""));
    CHECK(strstr(with_line(m, "blue march b9 0101"), "10: there is no piece \"b9\""));
    CHECK(strstr(with_line(m, "dice loaded"), "10: dice are list, hand or sealed"));
    CHECK(strstr(with_line(m, "seed 18446744073709551616"), "10: the seed must be"));
    CHECK(strstr(with_line(m, "seed -1"), "10: the seed must be"));
    CHECK(strstr(with_line(m, "blue stop\nblue stop\nred stop\nhash x\nblue jump"),
                 "13: the hash must"));
    CHECK(strstr(with_line(m, "blue march b1 0301\nblue stop\nhash x\nblue jump"),
                 "13: this game has no action \"jump\""));
    match_free(m);
}

TEST(journal_head_complaints)
{
    const char *good = "program 1\ndata 0123456789abcdef\nseed 1\nblue strong b1\n";
    char text[400];

    CHECK(strstr(help_complaint(""), "1: this is no journal"));
    CHECK(strstr(help_complaint("hello\n"), "1: this is no journal"));
    CHECK(strstr(help_complaint("grognard-journal 3\n"), "1: the journal's format must be"));
    CHECK(strstr(help_complaint("grognard-journal 1\ngame chess scenario x\n"),
                 "2: there is no game"));
    CHECK(strstr(help_complaint("grognard-journal 1\ngame null scenario x\n"),
                 "2: null has no scenario"));
    CHECK(strstr(help_complaint(HEAD), "breaks off in its head"));
    snprintf(text, sizeof text,
             HEAD "option snow on\n"
                  "option fog maybe\n%s",
             good);
    CHECK(strstr(help_complaint(text), "3: null has no option \"snow\""));
    CHECK(strstr(help_complaint(text), "4: option fog cannot be \"maybe\""));
    CHECK(strstr(help_complaint(text),
                 "6: it was played with data 0123456789abcdef, but the data here are "));
    snprintf(text, sizeof text,
             HEAD "position\nunit b1 9999\n"
                  "end\nprogram 1\ndata %016llx\nseed 1\nseed 2\nblue stop\n",
             digest());
    CHECK(strstr(help_complaint(text), "9: \"dice\" is said twice"));
    snprintf(text, sizeof text,
             HEAD "program 1\ndata %016llx\nseed 1\n"
                  "position\nunit b1 9999\nend\nblue stop\n",
             digest());
    CHECK(strstr(help_complaint(text), "7: there is no hex \"9999\""));
    snprintf(text, sizeof text,
             HEAD "program 1\ndata %016llx\nseed 1\n"
                  "position\nunit b1 0101\n",
             digest());
    CHECK(strstr(help_complaint(text), "6: the position has no end"));
    snprintf(text, sizeof text, HEAD "blue strong b1\n");
    CHECK(strstr(help_complaint(text), "3: the head says nothing of the program"));
    CHECK(strstr(help_complaint(text), "3: the head says nothing of the data"));
    CHECK(strstr(help_complaint(text), "3: the head says nothing of the dice"));
}

/* A line of a megabyte: one word, many words, blanks. */
TEST(journal_of_monstrous_lines)
{
    static const struct {
        char first, second;
        const char *complaint;
    } lines[] = {
        { 'x', 'x', "6: a word is too long" },
        { 'x', ' ', "6: a journal has no line \"x\"" },
        { ' ', '"', "6: a journal has no line" },
    };
    enum { SIZE = 1 << 20 };

    for (int i = 0; i < COUNT(lines); i++) {
        struct text journal = { 0 };

        text_printf(&journal, HEAD "program 1\ndata %016llx\nseed 1\n", digest());
        for (int n = 0; n < SIZE; n += 2) {
            text_char(&journal, lines[i].first);
            text_char(&journal, lines[i].second);
        }
        text_add(&journal, "\nblue strong b1\n");
        if (!strstr(help_complaint(text_of(&journal)), lines[i].complaint))
            CHECK_STR(help_complaint(text_of(&journal)), lines[i].complaint);
        text_free(&journal);
    }
}

TEST(journal_other_data_and_as_far)
{
    char text[300];
    struct errors e = { 0 };
    struct match *m;

    snprintf(text, sizeof text,
             HEAD "program 1\ndata 0123456789abcdef\n"
                  "seed 1\n# by hand\nblue strong b1\nred strong r2\nblue march b1 0403\n");
    m = match_load_with("t", text, strlen(text), help_box(), LOAD_ANY_DATA, NULL, &e);
    CHECK(!m && e.n == 1 &&
          strstr(text_of(&e.lines), "t:9: the replay departs here, at entry 3: 3.1: "));
    m = match_load_with("t", text, strlen(text), help_box(), LOAD_ANY_DATA | LOAD_AS_FAR, NULL, &e);
    CHECK(m && match_entries(m) == 2);
    match_free(m);
    CHECK(!match_load_with("t", text, strlen(text), help_box(), LOAD_AS_FAR, NULL, &e));
    errors_free(&e);
    CHECK(journal_game(text, strlen(text)) == game_find("null"));
    CHECK(!journal_game(text, 25));
    CHECK(!journal_game("\0\0\n", 3));
}

/* An outcome that the seed does not give must be marked as given. */
TEST(journal_of_a_seed_is_honest)
{
    struct match *m = help_match("wood", help_seed(1)), *loaded;
    struct errors e = { 0 };
    char *text, *chance;
    int face = 6;

    help_do_all(m, opening);
    match_give_faces(m, &face, 1);
    help_do(m, "blue march b1 0202");
    help_do(m, "red ambush b1");
    text = help_journal(m);
    CHECK(strstr(text, "\ngiven roll 6\n") != NULL);
    CHECK_STR(help_complaint(text), "");
    match_undo_to(m, 3);
    match_free(m);
    free(text);

    m = help_match("wood", help_seed(1));
    help_do_all(m, opening);
    help_do(m, "blue march b1 0202");
    help_do(m, "red ambush b1");
    text = help_journal(m);
    chance = strstr(text, "chance roll ");
    CHECK(chance != NULL);
    if (chance) {
        chance[12] = chance[12] == '6' ? '5' : '6';
        CHECK(strstr(help_complaint(text),
                     "the replay departs here, at entry 5: the seed gives roll "));
        strcpy(strchr(chance, '\n'), "\n");
        loaded = match_load_with("t", text, strlen(text), help_box(), LOAD_ANY_DICE, NULL, &e);
        CHECK_STR(text_of(&e.lines), "");
        CHECK(loaded && match_entry(loaded, match_entries(loaded) - 1)->given);
        match_free(loaded);
    }
    free(text);
    match_free(m);
}

TEST(arbitrary_bytes_are_no_journal)
{
    struct match *m = eventful();
    char *text = help_journal(m);
    size_t size = strlen(text);
    struct rng rng;

    rng_seed(&rng, 99);
    for (int round = 0; round < 3000; round++) {
        char *bytes = memcpy(base_alloc(size), text, size);
        struct errors e = { 0 };

        for (int hits = 1 + (int)rng_below(&rng, 20); hits > 0; hits--) {
            size_t from = rng_below(&rng, (uint32_t)size), to = rng_below(&rng, (uint32_t)size);
            size_t n = rng_below(&rng, 40);

            if (from + n <= size && to + n <= size)
                memmove(bytes + to, bytes + from, n); /* lines torn and repeated */
            if (hits % 5 == 0)
                bytes[to] = (char)rng_next(&rng);
        }
        match_free(match_load("torn", bytes, size, help_box(), &e));
        errors_free(&e);
        free(bytes);
    }
    free(text);
    match_free(m);
}

/* ---- versions ---- */

/* The journal as format 1 wrote it, but for its hashes, which are wrong unless the game is over. */
static char *as_format_1(struct match *m)
{
    char *text = help_journal(m), *at;
    struct text old = { 0 };

    text_add(&old, "grognard-journal 1\n");
    at = strchr(text, '\n') + 1;
    text_add_n(&old, at, (size_t)(strstr(at, "program ") - at));
    at = strchr(strstr(at, "program "), '\n') + 1;
    text_add(&old, "data 0123456789abcdef\n");
    text_add(&old, strchr(at, '\n') + 1);
    if (play_state(match_play(m))->over) {
        old.n -= strlen("0123456789abcdef\n");
        text_printf(&old, "%016llx\n", (unsigned long long)play_hash_at_end(match_play(m)));
    }
    free(text);
    return old.s;
}

TEST(journals_of_format_1_load)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct match *m = help_match("line", help_seed(seed)), *loaded;
        char *old, *now = NULL, *again = NULL;
        struct errors e = { 0 };

        help_random(m, seed, seed % 2 ? 1000 : 20, seed % 4 == 0);
        old = as_format_1(m);
        loaded = help_load(old, &e);
        CHECK_STR(text_of(&e.lines), "");
        CHECK(loaded && help_equal(m, loaded));
        if (loaded)
            CHECK_STR(again = help_journal(loaded), now = help_journal(m));
        match_free(loaded);
        match_free(m);
        errors_free(&e);
        free(old);
        free(now);
        free(again);
    }
}

TEST(journals_of_format_1_are_held_to_their_end)
{
    struct match *m = eventful();
    char *old = as_format_1(m), *digit = old + strlen(old) - 2;

    *digit = *digit == '0' ? '1' : '0';
    CHECK(strstr(help_complaint(old), "the replay departs here or before, after entry ") != NULL);
    free(old);
    match_free(m);
}

/* A match of format 1 goes on: the lines that come are of today's kind, and say so. */
TEST(journals_of_format_1_go_on)
{
    struct match *m = help_match("wood", help_seed(4)), *loaded, *again;
    struct text whole = { 0 }, heard = { 0 };
    struct errors e = { 0 };
    char *old;

    help_do_all(m, opening);
    old = as_format_1(m);
    loaded = help_load(old, &e);
    CHECK(loaded != NULL);
    match_listen(loaded, &heard);
    help_random(loaded, 4, 1000, true);
    match_listen(loaded, NULL);
    CHECK(strncmp(text_of(&heard), "format 2\n", 9) == 0);
    CHECK(!strstr(text_of(&heard) + 9, "format"));
    text_printf(&whole, "%s%s", old, text_of(&heard));
    again = help_load(text_of(&whole), &e);
    CHECK_STR(text_of(&e.lines), "");
    CHECK(again && help_equal(loaded, again));
    CHECK(strstr(help_complaint("grognard-journal 2\ngame null scenario line\nprogram 1\n"
                                "data 0123456789abcdef\nseed 1\nformat 1\n"),
                 "6: the journal's format must be from 2 to 2") != NULL);
    match_free(again);
    match_free(loaded);
    match_free(m);
    errors_free(&e);
    text_free(&whole);
    text_free(&heard);
    free(old);
}

TEST(journal_report_says_where_and_why)
{
    char text[400];
    struct load_report r;
    struct errors e = { 0 };
    struct match *m;

    snprintf(text, sizeof text,
             HEAD "program 0.1\ndata %016llx\nseed 1\nblue strong b1\nred strong r2\n"
                  "blue march b1 0403\nseed 77\nblue stop\n",
             digest() + 1);
    m = match_load_with("t", text, strlen(text), help_box(), LOAD_ANY_DATA | LOAD_AS_FAR, &r, &e);
    CHECK(m && match_entries(m) == 2);
    CHECK(r.format == 2 && r.other_data && r.departed);
    CHECK_STR(r.program, "0.1");
    CHECK_INT(r.line, 8);
    CHECK_INT(r.entry, 2);
    CHECK(strstr(r.why, "at entry 3: 3.1: ") != NULL);
    CHECK(r.dice.kind == DICE_SEED && r.dice.seed == 77);
    match_free(m);
    m = match_load_with("t", "hello\n", 6, help_box(), LOAD_AS_FAR, &r, &e);
    CHECK(!m && r.format == 0 && !r.departed);
    errors_free(&e);
}

/* What a step remembers is in the digest, not in the hash; the board and who is asked are in both. */
TEST(hash_is_of_the_board_and_who_is_asked)
{
    struct match *m = help_match("line", list_dice);
    struct play *p = match_play(m);
    uint64_t hash, digest;

    help_do_all(m, opening);
    hash = play_hash(p);
    digest = play_digest(p);
    play_state(p)->agenda[0].pc++;
    CHECK(play_hash(p) == hash && play_digest(p) != digest);
    play_state(p)->agenda[0].pc--;
    CHECK(play_hash(p) == hash && play_digest(p) == digest);
    play_state(p)->agenda[play_state(p)->depth - 1].who ^= 1;
    CHECK(play_hash(p) != hash);
    play_state(p)->agenda[play_state(p)->depth - 1].who ^= 1;
    help_do(m, "blue march b1 0102");
    CHECK(play_hash(p) != hash);
    match_free(m);
}
