#!/usr/bin/env bash
# The files of examples/cluster under Slurm, as they stand: a cluster of one node (Debian's munged, slurmctld and slurmd, children of this test in a
# folder of its own, ended by their ids), an array with the merge that depends on it, and mpirun. The report is that of one run.
. "$(dirname "$0")/../shell.sh"
[ "$(id -u)" -eq 0 ] || { echo "slurmd starts jobs of others and so needs root"; echo "0 passed, 1 failed"; exit 1; }
for need in munged slurmctld slurmd sbatch; do
    PATH=$PATH:/usr/sbin command -v $need >/dev/null || { echo "there is no $need: tools/deps test"; echo "0 passed, 1 failed"; exit 1; }
done
export PATH=$tmp/bin:$PATH:/usr/sbin SLURM_CONF=$tmp/slurm.conf OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
children=()
trap 'kill "${children[@]}" 2>/dev/null; wait; rm -rf "$tmp"' EXIT
trap 'exit 1' TERM INT
cd "$tmp" || exit 1

# A port that nobody has; both of Slurm's.
port=$((20000 + RANDOM % 10000))
node=$(hostname -s)
mkdir bin munge state spool run
ln -s "$bin/grognard" "$bin/grognard-mpi" bin/
cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
AuthInfo=socket=$tmp/munge/socket
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmdParameters=config_overrides
StateSaveLocation=$tmp/state
SlurmdSpoolDir=$tmp/spool
SlurmctldPidFile=$tmp/slurmctld.pid
SlurmdPidFile=$tmp/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
NodeName=$node NodeAddr=127.0.0.1 CPUs=64 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES State=UP
END
head -c 64 /dev/urandom >munge/key
chmod 600 munge/key
chmod 755 "$tmp" munge

# NAME WORD…: runs until the test ends.
begin() {
    "${@:2}" >"$1.out" 2>&1 &
    children+=($!)
}
# SECONDS COMMAND…: until it is so.
until_so() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || { echo "never: $*"; sinfo; squeue; tail -n 5 ./*.out; return 1; }
        sleep 0.3
    done
}
begin munged munged --foreground --force --key-file="$tmp/munge/key" --socket="$tmp/munge/socket" --pid-file="$tmp/munge/pid" --log-file="$tmp/munge/log" --seed-file="$tmp/munge/seed"
check "munge" until_so 30 munge -n -S "$tmp/munge/socket"
begin slurmctld slurmctld -D
begin slurmd slurmd -D
idle() { sinfo -h -o %T | grep -q idle; }
check "a cluster of one node" until_so 60 idle

timeless() { sed -E 's/"(seconds|actions_per_second|games_per_second|jobs)":[0-9.]+,//g'; }
ended() { [ -z "$(squeue -h -j "$1")" ]; }
words=(null --bots cadet --games 60 --seed 5)
cp "$tree"/examples/cluster/*.sh run/
cd run || exit 1
grognard sim "${words[@]}" --json --jobs 1 | timeless >one.json

as_array() { # an array of 5 shards, and what depends on it
    local array merge
    array=$(sbatch --parsable --array=1-5 --cpus-per-task=2 array.sh "${words[@]}") &&
        merge=$(sbatch --parsable --dependency="afterok:$array" merge.sh --json) &&
        until_so 120 ended "$merge" && timeless <"slurm-$merge.out" >many.json && diff one.json many.json
}
check "an array and its merge are one run" as_array
again() { # every file has its games already
    local array
    array=$(sbatch --parsable --array=1-5 --cpus-per-task=2 array.sh "${words[@]}") && until_so 60 ended "$array" &&
        grognard sim --merge shards/* --json | timeless >many.json && diff one.json many.json
}
check "sent again it is the same run" again
in_vain() { # a task that fails, and a merge that waits for it
    local array merge
    array=$(sbatch --parsable --array=1-2 array.sh no-such-game --games 4) &&
        merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes merge.sh --json) &&
        until_so 60 ended "$merge" && [ ! -s "slurm-$merge.out" ] && has "$(cat slurm-"$array"_1.out)" no-such-game
}
check "a task that fails is not merged" in_vain
by_mpi() {
    local id
    id=$(sbatch --parsable --ntasks=3 --cpus-per-task=1 mpi.sh "${words[@]}") &&
        until_so 120 ended "$id" && grep '^{' "slurm-$id.out" | timeless >mpi.json && diff one.json mpi.json || { cat "slurm-$id.out"; return 1; }
}
check "mpirun under Slurm is one run" by_mpi
finish
