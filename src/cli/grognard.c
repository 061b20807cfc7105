/*
 * grognard.c: the program. Another program of the same commands is src/mpi/grognard-mpi.c.
 */
#include "cli.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
