/* Made by tools/embed. */
#include "server/web.h"
__asm__(".pushsection .rodata; .global web_0, web_end_0; web_0: .incbin \"web/act.js\"; web_end_0: .byte 0; .popsection");
extern const unsigned char web_0[], web_end_0[];
__asm__(".pushsection .rodata; .global web_1, web_end_1; web_1: .incbin \"web/api.js\"; web_end_1: .byte 0; .popsection");
extern const unsigned char web_1[], web_end_1[];
__asm__(".pushsection .rodata; .global web_2, web_end_2; web_2: .incbin \"web/base.css\"; web_end_2: .byte 0; .popsection");
extern const unsigned char web_2[], web_end_2[];
__asm__(".pushsection .rodata; .global web_3, web_end_3; web_3: .incbin \"web/board.js\"; web_end_3: .byte 0; .popsection");
extern const unsigned char web_3[], web_end_3[];
__asm__(".pushsection .rodata; .global web_4, web_end_4; web_4: .incbin \"web/books.js\"; web_end_4: .byte 0; .popsection");
extern const unsigned char web_4[], web_end_4[];
__asm__(".pushsection .rodata; .global web_5, web_end_5; web_5: .incbin \"web/chronicle.js\"; web_end_5: .byte 0; .popsection");
extern const unsigned char web_5[], web_end_5[];
__asm__(".pushsection .rodata; .global web_6, web_end_6; web_6: .incbin \"web/counters.js\"; web_end_6: .byte 0; .popsection");
extern const unsigned char web_6[], web_end_6[];
__asm__(".pushsection .rodata; .global web_7, web_end_7; web_7: .incbin \"web/dom.js\"; web_end_7: .byte 0; .popsection");
extern const unsigned char web_7[], web_end_7[];
__asm__(".pushsection .rodata; .global web_8, web_end_8; web_8: .incbin \"web/games/day-of-waterloo.js\"; web_end_8: .byte 0; .popsection");
extern const unsigned char web_8[], web_end_8[];
__asm__(".pushsection .rodata; .global web_9, web_end_9; web_9: .incbin \"web/games/generic.js\"; web_end_9: .byte 0; .popsection");
extern const unsigned char web_9[], web_end_9[];
__asm__(".pushsection .rodata; .global web_10, web_end_10; web_10: .incbin \"web/games/index.js\"; web_end_10: .byte 0; .popsection");
extern const unsigned char web_10[], web_end_10[];
__asm__(".pushsection .rodata; .global web_11, web_end_11; web_11: .incbin \"web/games/waterloo-200.js\"; web_end_11: .byte 0; .popsection");
extern const unsigned char web_11[], web_end_11[];
__asm__(".pushsection .rodata; .global web_12, web_end_12; web_12: .incbin \"web/icon.svg\"; web_end_12: .byte 0; .popsection");
extern const unsigned char web_12[], web_end_12[];
__asm__(".pushsection .rodata; .global web_13, web_end_13; web_13: .incbin \"web/index.html\"; web_end_13: .byte 0; .popsection");
extern const unsigned char web_13[], web_end_13[];
__asm__(".pushsection .rodata; .global web_14, web_end_14; web_14: .incbin \"web/keys.js\"; web_end_14: .byte 0; .popsection");
extern const unsigned char web_14[], web_end_14[];
__asm__(".pushsection .rodata; .global web_15, web_end_15; web_15: .incbin \"web/lobby.css\"; web_end_15: .byte 0; .popsection");
extern const unsigned char web_15[], web_end_15[];
__asm__(".pushsection .rodata; .global web_16, web_end_16; web_16: .incbin \"web/lobby.js\"; web_end_16: .byte 0; .popsection");
extern const unsigned char web_16[], web_end_16[];
__asm__(".pushsection .rodata; .global web_17, web_end_17; web_17: .incbin \"web/pieces.js\"; web_end_17: .byte 0; .popsection");
extern const unsigned char web_17[], web_end_17[];
__asm__(".pushsection .rodata; .global web_18, web_end_18; web_18: .incbin \"web/replay.html\"; web_end_18: .byte 0; .popsection");
extern const unsigned char web_18[], web_end_18[];
__asm__(".pushsection .rodata; .global web_19, web_end_19; web_19: .incbin \"web/replay.js\"; web_end_19: .byte 0; .popsection");
extern const unsigned char web_19[], web_end_19[];
__asm__(".pushsection .rodata; .global web_20, web_end_20; web_20: .incbin \"web/sheet.js\"; web_end_20: .byte 0; .popsection");
extern const unsigned char web_20[], web_end_20[];
__asm__(".pushsection .rodata; .global web_21, web_end_21; web_21: .incbin \"web/symbols.svg\"; web_end_21: .byte 0; .popsection");
extern const unsigned char web_21[], web_end_21[];
__asm__(".pushsection .rodata; .global web_22, web_end_22; web_22: .incbin \"web/table.css\"; web_end_22: .byte 0; .popsection");
extern const unsigned char web_22[], web_end_22[];
__asm__(".pushsection .rodata; .global web_23, web_end_23; web_23: .incbin \"web/table.html\"; web_end_23: .byte 0; .popsection");
extern const unsigned char web_23[], web_end_23[];
__asm__(".pushsection .rodata; .global web_24, web_end_24; web_24: .incbin \"web/table.js\"; web_end_24: .byte 0; .popsection");
extern const unsigned char web_24[], web_end_24[];
__asm__(".pushsection .rodata; .global web_25, web_end_25; web_25: .incbin \"web/tokens.css\"; web_end_25: .byte 0; .popsection");
extern const unsigned char web_25[], web_end_25[];
const struct web_file web_files[] = {
    { "act.js", web_0, web_end_0 },
    { "api.js", web_1, web_end_1 },
    { "base.css", web_2, web_end_2 },
    { "board.js", web_3, web_end_3 },
    { "books.js", web_4, web_end_4 },
    { "chronicle.js", web_5, web_end_5 },
    { "counters.js", web_6, web_end_6 },
    { "dom.js", web_7, web_end_7 },
    { "games/day-of-waterloo.js", web_8, web_end_8 },
    { "games/generic.js", web_9, web_end_9 },
    { "games/index.js", web_10, web_end_10 },
    { "games/waterloo-200.js", web_11, web_end_11 },
    { "icon.svg", web_12, web_end_12 },
    { "index.html", web_13, web_end_13 },
    { "keys.js", web_14, web_end_14 },
    { "lobby.css", web_15, web_end_15 },
    { "lobby.js", web_16, web_end_16 },
    { "pieces.js", web_17, web_end_17 },
    { "replay.html", web_18, web_end_18 },
    { "replay.js", web_19, web_end_19 },
    { "sheet.js", web_20, web_end_20 },
    { "symbols.svg", web_21, web_end_21 },
    { "table.css", web_22, web_end_22 },
    { "table.html", web_23, web_end_23 },
    { "table.js", web_24, web_end_24 },
    { "tokens.css", web_25, web_end_25 },
    { 0, 0, 0 },
};
