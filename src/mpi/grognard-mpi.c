/*
 * grognard-mpi.c: `grognard sim` over the processes of an MPI job. Each process plays with its threads; the
 * first also hands out the games and tells what came out.
 *
 *     mpirun -n 8 build/grognard-mpi sim day-of-waterloo --bots veteran --games 10000 --checkpoint run.shard
 *
 * Games are handed out in chunks as they are asked for, smaller towards the end (--chunk N: all of one size).
 * What was played comes back as lines of a shard, each with its sum, and is put in its place: the report is
 * the same for any number of processes, threads and chunks. If a process is lost MPI ends the whole job; the
 * same command then goes on with what the checkpoint has.
 *
 * Only the thread that called main() speaks MPI, and nobody waits in it: MPI waits by spinning, which would
 * take a core from the games.
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/sim-report.h"

/* To the first process: a run begins (its head), more games are wanted, the run is over, the program is. */
enum { TAG_HELLO = 1, TAG_ASK, TAG_BYE, TAG_FAREWELL };
/* From it: begin, or there is nothing to do; games, as a range of the run; none of them: there are no more. */
enum { TAG_BEGIN = 10, TAG_GAMES };
enum { LEADER = 0, HELD = 3 };

static int rank, ranks, fixed_chunk;

static void nap(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

/* ---- messages ---- */

static void send_text(int tag, const struct text *text)
{
    MPI_Send(text_of(text), (int)text->n, MPI_CHAR, LEADER, tag, MPI_COMM_WORLD);
}

static bool is_waiting(int from, MPI_Status *status)
{
    int there = 0;

    MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, status);
    return there;
}

static void receive_text(const MPI_Status *status, struct text *to)
{
    int n = 0;

    MPI_Get_count(status, MPI_CHAR, &n);
    text_clear(to);
    if (to->room <= (size_t)n)
        text_grow(to, (size_t)n);
    MPI_Recv(to->s, n, MPI_CHAR, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    to->s[n] = '\0';
    to->n = (size_t)n;
}

static void send_range(int to, struct sim_range range)
{
    int numbers[2] = { range.from, range.n };

    MPI_Send(numbers, 2, MPI_INT, to, TAG_GAMES, MPI_COMM_WORLD);
}

/* ---- the first process ---- */

struct member {
    bool away;                   /* it has left this run */
    struct sim_range held[HELD]; /* what it was given last: it may have to be played by others */
};

struct leader {
    struct sim_run *run;
    const struct sim_share *kept; /* who is told of games */
    struct text head, message;
    struct member *member;
    struct sim_range left;  /* not yet handed out */
    struct sim_range *back; /* given back */
    int backs, chunks, elsewhere;
    double waited, seconds; /* of all threads elsewhere */
    void (*progress)(void *, const struct sim_progress *);
    void *progress_self;
};

/* The more are left the larger; towards the end everybody ends at about the same time. */
static int chunk_size(const struct leader *l)
{
    int n = l->left.n / (4 * ranks * l->run->jobs);

    return fixed_chunk ? fixed_chunk : n > 1 ? n : 1;
}

/* The next games to be played by somebody; none: there are none. */
static struct sim_range next_chunk(struct leader *l)
{
    struct sim_range chunk;
    int most = chunk_size(l);

    if (l->backs)
        return l->back[--l->backs];
    while (l->left.n && l->run->result[l->left.from].played) {
        l->left.from++;
        l->left.n--;
    }
    chunk.from = l->left.from;
    for (chunk.n = 0; l->left.n && chunk.n < most && !l->run->result[l->left.from].played;
         chunk.n++) {
        l->left.from++;
        l->left.n--;
    }
    l->chunks += chunk.n > 0;
    return chunk;
}

static void take_game(struct leader *l, struct lex *x)
{
    int game = -1;

    if (lex_accept(x, "game"))
        game = sim_shard_read_line(l->run, x);
    if (game < 0)
        return;
    l->elsewhere++;
    if (l->kept)
        l->kept->over(l->kept->self, game);
}

/* Lines of games; in the last message of a run, first how long its threads have waited and played. */
static void take_games(struct leader *l, int from)
{
    struct errors e = { 0 };
    struct lex x;
    char name[40];
    int waited = 0, seconds = 0;

    snprintf(name, sizeof name, "process %d", from);
    lex_begin(&x, name, text_of(&l->message), l->message.n, &e);
    while (lex_line(&x))
        if (lex_accept(&x, "waited")) {
            lex_number(&x, "milliseconds", 0, INT32_MAX, &waited);
            lex_number(&x, "milliseconds", 0, INT32_MAX, &seconds);
        } else {
            take_game(l, &x);
        }
    l->waited += waited / 1e3;
    l->seconds += seconds / 1e3;
    fputs(text_of(&e.lines), stderr);
    if (e.n)
        MPI_Abort(MPI_COMM_WORLD, EXIT_NO);
    errors_free(&e);
}

/* Data and bots must be the same everywhere: the first line that is not is named. */
static void compare_heads(const struct leader *l, int from)
{
    const char *ours = text_of(&l->head), *theirs = text_of(&l->message);

    if (strcmp(ours, theirs) == 0)
        return;
    while (strcspn(ours, "\n") == strcspn(theirs, "\n") &&
           strncmp(ours, theirs, strcspn(ours, "\n") + 1) == 0) {
        ours += strcspn(ours, "\n") + 1;
        theirs += strcspn(theirs, "\n") + 1;
    }
    fprintf(stderr, "grognard-mpi: process %d plays \"%.*s\", process 0 \"%.*s\"\n", from,
            (int)strcspn(theirs, "\n"), theirs, (int)strcspn(ours, "\n"), ours);
    MPI_Abort(MPI_COMM_WORLD, EXIT_NO);
}

static void hand_out(struct leader *l, int to)
{
    struct member *m = &l->member[to];

    memmove(m->held + 1, m->held, (HELD - 1) * sizeof *m->held);
    m->held[0] = next_chunk(l);
    send_range(to, m->held[0]);
}

/* A process that could not play: others play what it was given. It has said why itself. */
static void give_up(struct leader *l, int from)
{
    struct member *m = &l->member[from];

    fprintf(stderr, "grognard-mpi: process %d has left: its games are played by others\n", from);
    for (int i = 0; i < HELD; i++)
        if (m->held[i].n)
            l->back[l->backs++] = m->held[i];
    m->away = true;
}

static void hear(struct leader *l, const MPI_Status *status)
{
    int from = status->MPI_SOURCE;

    receive_text(status, &l->message);
    switch (status->MPI_TAG) {
    case TAG_HELLO: compare_heads(l, from); break;
    case TAG_ASK:
        take_games(l, from);
        hand_out(l, from);
        break;
    case TAG_BYE:
        take_games(l, from);
        l->member[from].away = true;
        break;
    default: give_up(l, from); break;
    }
}

/* Whoever has left this run is heard again in the next. */
static bool all_away(const struct leader *l)
{
    for (int i = 1; i < ranks; i++)
        if (!l->member[i].away)
            return false;
    return true;
}

static void lead(void *self)
{
    struct leader *l = self;
    MPI_Status status;

    for (int i = 1; i < ranks; i++)
        while (!l->member[i].away && is_waiting(i, &status))
            hear(l, &status);
}

static enum sim_supply lead_more(void *self, struct sim_range *to)
{
    struct leader *l = self;

    lead(l);
    *to = next_chunk(l);
    return to->n ? SIM_SOME : all_away(l) ? SIM_NO_MORE : SIM_LATER;
}

static void lead_over(void *self, int game)
{
    struct leader *l = self;

    if (l->kept)
        l->kept->over(l->kept->self, game);
}

static void lead_progress(void *self, const struct sim_progress *own)
{
    struct leader *l = self;
    struct sim_progress all = *own;

    all.done += l->elsewhere;
    l->progress(l->progress_self, &all);
}

static void print_share(const struct leader *l)
{
    double seconds = l->seconds + l->run->seconds * l->run->jobs;

    fprintf(stderr,
            "grognard-mpi: %d processes, %d chunks; %.2f %% of their threads' time was spent "
            "waiting for "
            "games\n",
            ranks, l->chunks, seconds > 0 ? 100 * (l->waited + l->run->waited) / seconds : 0);
}

static bool begun; /* the others have been told to begin */

static void tell_all(int begin)
{
    for (int i = 1; i < ranks && !begun; i++)
        MPI_Send(&begin, 1, MPI_INT, i, TAG_BEGIN, MPI_COMM_WORLD);
    begun = true;
}

static const char *lead_run(struct sim_run *run, const char *part, struct sim_range range,
                            struct text *wrong)
{
    struct leader l = { .run = run,
                        .kept = run->share,
                        .left = range,
                        .progress = run->progress,
                        .progress_self = run->self };
    struct sim_share share = { .more = lead_more, .over = lead_over, .tend = lead, .self = &l };
    const char *why;

    l.member = base_alloc((size_t)ranks * sizeof *l.member);
    l.back = base_alloc((size_t)(ranks * HELD) * sizeof *l.back);
    sim_shard_head(run, part, &l.head);
    tell_all(true);
    run->share = &share;
    if (run->progress) {
        run->progress = lead_progress;
        run->self = &l;
    }
    why = sim_run(run, wrong);
    while (!why && !all_away(&l)) { /* stopped: the others are too, and have something to bring */
        lead(&l);
        nap();
    }
    run->begun = run->games;
    run->share = l.kept;
    run->progress = l.progress;
    run->self = l.progress_self;
    if (!why)
        print_share(&l);
    text_free(&l.head);
    text_free(&l.message);
    free(l.back);
    free(l.member);
    return why;
}

/* The end: whoever still asks is told that there is nothing more, until all have said farewell. */
static void dismiss(void)
{
    struct text message = { 0 };
    MPI_Status status;
    bool never = !begun;

    tell_all(false);
    for (int i = 1; i < ranks && !never; i++) {
        int tag = 0;

        while (tag != TAG_FAREWELL) {
            if (!is_waiting(i, &status)) {
                nap();
                continue;
            }
            receive_text(&status, &message);
            tag = status.MPI_TAG;
            if (tag == TAG_ASK)
                send_range(i, (struct sim_range){ 0 });
        }
    }
    text_free(&message);
}

/* ---- the others ---- */

struct follower {
    struct sim_run *run;
    struct text lines; /* of games that were played and not yet sent */
    bool asked;
};

static void follow_over(void *self, int game)
{
    struct follower *f = self;

    sim_shard_line(f->run, game, &f->lines);
}

static struct sim_range receive_range(void)
{
    int numbers[2];

    MPI_Recv(numbers, 2, MPI_INT, LEADER, TAG_GAMES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (struct sim_range){ numbers[0], numbers[1] };
}

static enum sim_supply follow_more(void *self, struct sim_range *to)
{
    struct follower *f = self;
    MPI_Status status;

    if (!f->asked) {
        send_text(TAG_ASK, &f->lines);
        text_clear(&f->lines);
        f->asked = true;
    }
    if (!is_waiting(LEADER, &status))
        return SIM_LATER;
    f->asked = false;
    *to = receive_range();
    return to->n ? SIM_SOME : SIM_NO_MORE;
}

static void say_bye(struct follower *f)
{
    struct text bye = { 0 };

    if (f->asked)
        receive_range();
    text_printf(&bye, "waited %d %d\n", (int)(1000 * f->run->waited),
                (int)(1000 * f->run->seconds * f->run->jobs));
    text_add(&bye, text_of(&f->lines));
    send_text(TAG_BYE, &bye);
    text_free(&bye);
}

static const char *follow_run(struct sim_run *run, const char *part, struct sim_range range,
                              struct text *wrong)
{
    struct follower f = { .run = run };
    struct sim_share share = { .more = follow_more, .over = follow_over, .self = &f };
    const struct sim_share *kept = run->share;
    struct text head = { 0 };
    const char *why;

    (void)range;
    sim_shard_head(run, part, &head);
    send_text(TAG_HELLO, &head);
    text_free(&head);
    run->progress = NULL;
    run->share = &share;
    why = sim_run(run, wrong);
    run->share = kept;
    if (!why)
        say_bye(&f);
    text_free(&f.lines);
    return why;
}

/* What is wrong with the command line is said once: the others begin when the first has a run. */
static bool wait_for_leader(void)
{
    MPI_Status status;
    int begin;

    while (!is_waiting(LEADER, &status))
        nap();
    MPI_Recv(&begin, 1, MPI_INT, LEADER, TAG_BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return begin;
}

/* ---- the program ---- */

static int lead_program(int argc, char **argv)
{
    static const struct crowd crowd = { .leads = true, .run = lead_run };
    int code;

    sim_crowd = &crowd;
    code = cli_main(argc, argv);
    dismiss();
    return code;
}

static int follow_program(int argc, char **argv)
{
    static const struct crowd crowd = { .leads = false, .run = follow_run };
    struct text none = { 0 };
    int code = EXIT_DONE;

    if (!wait_for_leader())
        return EXIT_DONE;
    sim_crowd = &crowd;
    code = cli_main(argc, argv);
    send_text(TAG_FAREWELL, &none);
    return code;
}

/* `--chunk N` is ours; all other words are those of `grognard sim`. False: it has no number. */
static bool take_chunk(int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--chunk") != 0)
            continue;
        if (i + 1 == *argc || !lex_is_number(argv[i + 1], &fixed_chunk) || fixed_chunk < 1)
            return false;
        memmove(&argv[i], &argv[i + 2], (size_t)(*argc - i - 1) * sizeof *argv);
        *argc -= 2;
        return true;
    }
    return true;
}

static int run(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "sim") == 0 && take_chunk(&argc, argv))
        return rank == LEADER ? lead_program(argc, argv) : follow_program(argc, argv);
    if (rank == LEADER)
        fputs("usage: mpirun -n N grognard-mpi sim GAME … [--chunk GAMES]\n", stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    int level, code;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    if (level < MPI_THREAD_FUNNELED) {
        fputs("grognard-mpi: this MPI knows no threads\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, EXIT_BROKEN);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    code = run(argc, argv);
    MPI_Finalize();
    return code;
}
