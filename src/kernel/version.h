/*
 * version.h: the version of the program, as the file VERSION at the root of the tree has it. Journals
 * name it, so that one that departs can say by which program it was played.
 */
#ifndef VERSION_H
#define VERSION_H

extern const char program_version[]; /* "0.9.0": one word */

#endif
