#!/usr/bin/env bash
#SBATCH --array=1-16 --cpus-per-task=4 --time=02:00:00 --job-name=grognard
# One shard of a run as a task of a Slurm array; merge.sh puts them together when all have succeeded:
#
#     id=$(sbatch --parsable array.sh day-of-waterloo --bots cadet --games 16000)
#     sbatch --dependency=afterok:$id merge.sh --json
#
# A task that is sent again plays only the games that its file does not have yet.
set -eu
mkdir -p shards
exec grognard sim "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "shards/$SLURM_ARRAY_TASK_ID"
