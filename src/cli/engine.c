/*
 * engine.c: `grognard engine`: the line protocol on standard input and output.
 *
 * It reads lines, however long or strange, and hands them to the engine; replies are flushed one by
 * one, so that a program at the other end of a pipe never waits for a buffer.
 */
#include <stdio.h>
#include <string.h>

#include "bots/crew.h"
#include "cli.h"
#include "engine/engine.h"

/* One line without its end; what is beyond the engine's limit is dropped. False: the end. */
static bool read_line(FILE *in, struct text *line)
{
    int c;

    text_clear(line);
    for (c = getc(in); c != EOF && c != '\n'; c = getc(in))
        if (line->n <= ENGINE_LINE)
            text_char(line, (char)c);
    return c != EOF || line->n > 0;
}

static bool say(const struct text *reply)
{
    fputs(text_of(reply), stdout);
    putchar('\n');
    return fflush(stdout) == 0;
}

static int serve(struct engine *e)
{
    struct text line = { 0 }, reply = { 0 };
    enum engine_says says = ENGINE_SILENT;
    bool heard = true;

    while (heard && says != ENGINE_QUITS && read_line(stdin, &line)) {
        says = engine_line(e, text_of(&line), line.n, &reply);
        if (says != ENGINE_SILENT)
            heard = say(&reply);
    }
    if (heard && engine_end(e, &reply))
        heard = say(&reply);
    text_free(&line);
    text_free(&reply);
    return heard ? EXIT_DONE : EXIT_BROKEN;
}

static int run_engine(int argc, char **argv)
{
    bool no_files = false;
    int words, code, threads = crew_processors();
    const struct cli_option options[] = {
        { .name = "--no-files", .flag = &no_files },
        { .name = "--bot-threads", .number = &threads, .least = 1, .most = CREW_MOST },
        { .name = NULL },
    };
    const char *wrong = cli_options(options, argc, argv, &words);
    struct engine_limits limits = engine_usual;
    struct engine *e;

    if (wrong || words)
        return cli_usage(&command_engine, "%s", wrong ? wrong : "it takes no words");
    limits.files = !no_files;
    crew_allow(threads);
    e = engine_new(cli_data(), limits, cli_fresh_seed());
    code = serve(e);
    engine_free(e);
    return code;
}

const struct command command_engine = {
    .name = "engine",
    .usage = "engine [--no-files] [--bot-threads N]",
    .summary = "the line protocol for programs, on standard input and output",
    .help = "A command is a line of words; a reply is one line of JSON with \"ok\". An error says\n"
            "what is wrong and changes nothing. Try it by hand:\n\n"
            "    new null seed 1\n"
            "    legal\n"
            "    do strong b1\n"
            "    why march b1 0302\n"
            "    help\n"
            "    quit\n\n"
            "docs/protocol.md describes every command. --no-files refuses to read or write files.\n"
            "Bots think with all processors; --bot-threads N: with so many.\n",
    .run = run_engine,
};
