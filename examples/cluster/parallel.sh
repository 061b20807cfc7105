#!/usr/bin/env bash
# A run over machines that are reached by ssh, with GNU parallel: parallel.sh HOST,HOST… GAME OPTIONS…
# Each must have the same grognard with the same data; what differs is named by the merge.
set -eu
hosts=$1 shards=${SHARDS:-16}
shift
mkdir -p shards
parallel --sshlogin "$hosts" --return {}.shard --cleanup --retries 3 \
    grognard sim "$@" --shard "{}/$shards" --out {}.shard ::: $(seq "$shards")
mv -- *.shard shards/
exec grognard sim --merge shards/*
