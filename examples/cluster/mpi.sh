#!/usr/bin/env bash
#SBATCH --ntasks=32 --cpus-per-task=4 --time=02:00:00 --job-name=grognard-mpi --requeue
# A run over the processes of MPI (`make mpi`): sbatch mpi.sh day-of-waterloo --bots veteran --games 10000
# If a node is lost the job is queued again and goes on with what the checkpoint has.
set -eu
exec mpirun grognard-mpi sim "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}" --checkpoint "run-${SLURM_JOB_ID:-0}.shard" --json
