#!/usr/bin/env bash
# `grognard sim` in parts: shards, checkpoints, and `all`: over the processes of MPI (build/grognard-mpi, which `make mpi`
# builds). Whatever way the games were played, the report is that of one run.
. "$(dirname "$0")/../shell.sh"

g=$bin/grognard
sim() { "$g" sim "$@"; }
timeless() { sed -E 's/"(seconds|actions_per_second|games_per_second|jobs)":[0-9.]+,//g; s/ in [0-9.]+ s: .*//'; }
cd "$tmp" || exit 1

# shards N WORD…: the run of these words as N shards in s/.
shards() {
    local n=$1 k
    shift
    rm -rf s && mkdir s
    for k in $(seq "$n"); do sim "$@" --shard "$k/$n" --out "s/$k" 2>said || { cat said; return 1; }; done
}
# as_one N WORD…: text, JSON, table, pictures and kept journals are those of one run.
as_one() {
    local n=$1
    shift
    shards "$n" "$@" && rm -rf one many && mkdir one many &&
        (cd one && sim "$@" --measures --csv games.csv --plots plots --keep losses,upsets | timeless >text &&
            sim "$@" --json | timeless >json) 2>/dev/null &&
        (cd many && sim --merge ../s/* --measures --csv games.csv --plots plots --keep losses,upsets | timeless >text &&
            sim --merge ../s/* --json | timeless >json) 2>/dev/null &&
        diff -r one many && [ "$(ls one | wc -l)" -ge 4 ]
}
for n in 2 5 17; do
    check "$n shards of The Outpost Line are one run" as_one $n null --bots cadet --games 40
done
for game in $(ls "$tree/src/games"); do
    check "shards of $game are one run" as_one 2 "$game" --bots random --games 6 --seed 3
done
check "options, a scenario and another first game" as_one 3 null --bots cadet,random --games 30 --first 100 --scenario wood --option fog=on --check

same_as_one() { # WORD…: what is printed alone
    shards 3 "$@" && sim "$@" 2>/dev/null >one.txt && sim --merge s/* 2>/dev/null >many.txt && [ -s one.txt ] && diff one.txt many.txt
}
check "--vary from shards" same_as_one null --bots cadet --games 30 --vary option.fog=off,on
check "--fit from shards" same_as_one waterloo-200 --bots cadet --games 9 --fit

# ---- what is wrong is said ----
run="null --bots cadet --games 20"
shards 4 $run
no() { # PATTERN FILE…
    local pattern=$1
    shift
    sim --merge "$@" >out 2>&1
    [ $? -eq 1 ] && has "$(cat out)" "$pattern" && hasnt "$(cat out)" 'games from seed'
}
check "a shard is missing: the command that plays it" no '^  grognard sim null --scenario line --bots cadet,cadet --seed 1 --first 5 --games 5 --out FILE$' s/1 s/3 s/4
mend() { eval "$(sim --merge s/1 s/3 s/4 2>&1 | sed -n 's/FILE$/mended/; s/^  grognard/"$g"/p')" && diff <(sim --merge s/1 s/3 s/4 mended | timeless) <(sim $run | timeless); }
check "and it does" mend
check "twice the same does no harm" diff <(sim --merge s/* s/2 | timeless) <(sim $run | timeless)
sed '$d' s/2 >cut
check "cut short at a line" no 'cut:[0-9]+: it was cut short' s/1 cut s/3 s/4
head -c -30 s/2 >cut
check "cut in a line" no 'cut:[0-9]+: ' s/1 cut s/3 s/4
sed 's/ actions \([0-9]\)/ actions 1\1/' s/2 >altered
check "altered" no 'altered:[0-9]+: the line has been altered' s/1 altered s/3 s/4
sed 's/$/\r/' s/2 >returns
check "with carriage returns" no 'returns:[0-9]+: its lines end with carriage returns' s/1 returns s/3 s/4
sed '/^game 6 /d' s/2 >lost
check "a line is lost" no 'lost:[0-9]+: 5 games are told here, and there are 4 lines' s/1 lost s/3 s/4
python3 - <<'END'
import re
# Another outcome of game 5 with a sum that is right: FNV-1a and the finish of splitmix64, as in hash.c.
lines = open("s/2").read().split("\n")
at = next(i for i, line in enumerate(lines) if line.startswith("game 5 "))
text = re.sub(r" sum .*", "", lines[at])
text = re.sub(r"actions (\d+)", lambda m: f"actions {int(m[1]) + 1}", text)
h = 0xcbf29ce484222325
for b in text.encode():
    h = (h ^ b) * 0x100000001b3 % 2**64
h ^= h >> 30; h = h * 0xbf58476d1ce4e5b9 % 2**64
h ^= h >> 27; h = h * 0x94d049bb133111eb % 2**64
h ^= h >> 31
lines[at] = f"{text} sum {h:016x}"
open("forged", "w").write("\n".join(lines))
END
check "two outcomes of one game" no 'forged:[0-9]+: game 5 came out otherwise elsewhere' s/* forged
sim null --bots cadet --games 20 --seed 2 --option fog=on --out other 2>/dev/null
check "of another run: everything that differs is named" no 'other:[0-9]+: the games are of "seed 2", here it is "seed 1"' s/* other
check "options too" has "$(cat out)" 'of "option fog=on", here it is "option fog=off"'
sed 's/^data .*/data 0123456789abcdef/' s/2 >data
check "of other data" no 'data:[0-9]+: the games are of "data 0123456789abcdef"' s/1 s/3 s/4 data
sed 's/^program .*/program 0.1/' s/2 >program
check "of another program" no 'program:[0-9]+: the games are of "program 0.1"' s/1 s/3 s/4 program
check "no shard" no 'no shard' "$tree/VERSION"
check "a device" no 'cannot read /dev/zero' /dev/zero
for wrong in "$run --shard 5/3 --out x" "$run --shard 0/3 --out x" "$run --shard 1/3x --out x" "$run --shard 1/3" "--merge" \
    "$run --out x --json" "$run --out x --checkpoint y" "$run --tune 2 --out x" "null --bots veteran:5ms --out x"; do
    # shellcheck disable=SC2086
    check "refused: $wrong" fails 2 "$g" sim $wrong
    check "and nothing is written: $wrong" test ! -e x
done
inexact() {
    sim null --scenario wood --bots veteran:1ms,random --games 2 --out clock --inexact 2>/dev/null &&
        has "$(sim --merge clock --inexact)" 'by the clock' && has "$(sim --merge clock --inexact --json)" '"inexact":true'
}
check "--inexact is said in the report" inexact
check "a file that cannot be" fails 1 "$g" sim $run --out /nowhere/at/all
spoiled() {
    python3 - "$g" <<'END'
import random, subprocess, sys
r = random.Random(15)
text = open("s/2", "rb").read()
said = lambda: subprocess.run([sys.argv[1], "sim", "--merge", "s/1", "spoiled", "s/3", "s/4", "--csv", "table"], capture_output=True)
open("spoiled", "wb").write(text)
assert said().returncode == 0
table = open("table").read()
refused = 0
for i in range(150):
    b = bytearray(text)
    for _ in range(r.randint(1, 3)):
        at = r.randrange(len(b))
        kind = r.randrange(3)
        if kind == 0: b[at] = r.randrange(256)
        elif kind == 1: del b[at:at + r.randint(1, 40)]
        else: b[at:at] = b[r.randrange(len(b)):][:r.randint(1, 40)]
    open("spoiled", "wb").write(b)
    p = said()
    assert p.returncode in (0, 1, 2), (p.returncode, p.stderr[-500:])
    assert p.returncode or open("table").read() == table, "another table from a spoiled shard"
    refused += p.returncode != 0
assert refused > 100, refused
END
}
check "150 spoiled shards: refused, or nothing was changed by it" spoiled

# ---- a run that was ended by force goes on ----
want=$(sim $run | timeless)
sim $run --checkpoint kept >/dev/null
head -c 1500 kept >begun
check "a checkpoint that was cut goes on" same "$(sim $run --checkpoint begun | timeless)" "$want"
check "and is a shard" same "$(sim --merge begun | timeless)" "$want"
check "with nothing to play it says the same" same "$(sim $run --checkpoint begun | timeless)" "$want"
check "it may go further" same "$(sim null --bots cadet --games 50 --checkpoint begun | timeless)" "$(sim null --bots cadet --games 50 | timeless)"
check "of another run it is refused" fails 1 "$g" sim null --bots cadet --games 20 --seed 9 --checkpoint begun
cp begun before
sim null --bots cadet --games 20 --vary option.fog=off,on --checkpoint begun >/dev/null 2>&1
check "and stays as it was" cmp begun before
killed() {
    local pid
    sim waterloo-200 --bots cadet --games 400 --jobs 1 --checkpoint dead >/dev/null 2>&1 &
    pid=$!
    until [ "$(grep -c '^game ' dead 2>/dev/null)" -gt 3 ]; do kill -0 $pid || return 1; sleep 0.05; done
    kill -9 $pid
    wait $pid
    [ "$(grep -c '^game ' dead)" -lt 400 ] &&
        diff <(sim waterloo-200 --bots cadet --games 12 --checkpoint dead --json | timeless) <(sim waterloo-200 --bots cadet --games 12 --json | timeless)
}
check "killed, and begun again" killed

# ---- the scripts for clusters ----
array() {
    local k
    rm -rf shards
    for k in 1 2 3; do
        PATH="$bin:$PATH" SLURM_ARRAY_TASK_ID=$k SLURM_ARRAY_TASK_COUNT=3 bash "$tree/examples/cluster/array.sh" null --bots cadet --games 20 2>said || { cat said; return 1; }
    done
    same "$(PATH="$bin:$PATH" bash "$tree/examples/cluster/merge.sh" | timeless)" "$want"
}
check "examples/cluster: an array of shards, and their merge" array
for script in "$tree"/examples/cluster/*.sh; do
    check "$(basename "$script") is a script" bash -n "$script"
done
[ "${1:-}" = all ] || finish

# ---- MPI ----
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=/tmp
mpi() { # N WORD…
    local n=$1
    shift
    timeout 300 mpirun --oversubscribe -n "$n" "$bin/grognard-mpi" sim "$@" </dev/null
}
check "grognard-mpi is there" test -x "$bin/grognard-mpi"
for n in 1 2 3; do
    for jobs in 1 2; do
        for chunk in 1 7 100; do
            check "$n processes, $jobs threads, chunks of $chunk" \
                same "$(mpi $n $run --jobs $jobs --chunk $chunk 2>said | timeless; cat said >&2)" "$want"
        done
    done
done 2>/dev/null
for game in $(ls "$tree/src/games"); do
    check "$game over three processes" same "$(mpi 3 "$game" --games 12 --json 2>/dev/null | timeless)" "$(sim "$game" --games 12 --json | timeless)"
done
check "--vary over processes" same "$(mpi 2 null --bots cadet --games 30 --vary option.fog=off,on 2>/dev/null)" "$(sim null --bots cadet --games 30 --vary option.fog=off,on)"
check "--fit over processes" same "$(mpi 2 waterloo-200 --bots cadet --games 9 --fit 2>/dev/null)" "$(sim waterloo-200 --bots cadet --games 9 --fit 2>/dev/null)"
check "what is wrong is said once" same "$(mpi 3 chess 2>&1 | grep -c 'there is no game')" 1
check "--tune is refused" has "$(mpi 2 null --tune 2 2>&1)" 'it has no shards'
lost_rank() {
    rm -f rank
    mpi 3 waterloo-200 --bots cadet --games 100000 --jobs 1 --checkpoint rank >/dev/null 2>&1 &
    local job=$! victim
    until [ "$(grep -c '^game ' rank 2>/dev/null)" -gt 5 ]; do kill -0 $job || return 1; sleep 0.05; done
    victim=$(pgrep -n -f "^$bin/grognard-mpi sim waterloo-200 --bots cadet --games 100000 --jobs 1 --checkpoint rank") || return 1
    kill -9 "$victim"
    ! wait $job && diff <(mpi 3 waterloo-200 --bots cadet --games 20 --checkpoint rank --json 2>/dev/null | timeless) \
        <(sim waterloo-200 --bots cadet --games 20 --json | timeless)
}
check "a process is lost: the same command plays what is missing" lost_rank
finish
