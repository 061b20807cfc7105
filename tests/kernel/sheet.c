/*
 * A calculation as it is printed: columns, chances, and which of its charts are not in the rulebook.
 */
#include "kernel/sheet.h"
#include "kernel/chart.h"

#include "../test.h"

TEST(sheets_name_the_charts_that_are_ours)
{
    static const struct chart printed = { .id = "combat", .title = "Combat", .source = "rulebook" };
    static const struct chart ours = { .id = "ground",
                                       .title = "Ground",
                                       .source = "reconstructed" };
    struct text out = { 0 };
    struct sheet s;

    sheet_begin(&s, "An attack");
    sheet_modifier(&s, "1.2", -1, "D\xc3\xb6rnberg");
    sheet_modifier(&s, "1.3", 2, "Dornberg");
    sheet_chance(&s, "Dr", 4);
    sheet_chance(&s, "Ar", 2);
    sheet_chart(&s, &printed);
    sheet_chart(&s, &ours);
    sheet_chart(&s, &ours);
    CHECK_INT(s.charts, 2);
    sheet_print(&s, &out);
    CHECK_STR(text_of(&out),
              "An attack\n"
              "  D\xc3\xb6rnberg                                                     -1  [1.2]\n"
              "  Dornberg                                                     +2  [1.3]\n"
              "  Dr: 4 in 6, Ar: 2 in 6\n"
              "  (Ground: reconstructed)\n");
    text_free(&out);
}
