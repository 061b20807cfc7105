#!/usr/bin/env bash
#SBATCH --job-name=grognard-merge --time=00:10:00
# The report of the shards in shards/, with the options of `grognard sim --merge`: --json, --csv FILE, --plots DIR.
set -eu
exec grognard sim --merge shards/* "$@"
