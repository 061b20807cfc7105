# suites.sh: sourced by tests/run: runs suites and adds up.
#
# `suite NAME COMMAND…` runs one; its last line "N passed, N failed" counts, and without such a line the
# exit code does. Its output is shown only if something failed (lines "again: …" always: what needed a second
# try); on a terminal it is named while it runs.
# `aside NAME COMMAND…` runs one beside those that follow: for suites that mostly wait, or use one core. $SUITES_ASIDE of them,
# two for each core unless told otherwise, run at a time; the others wait for their turn, so that none is starved.
# `together` waits for these and tells how they went; `summary` does so too, prints the sum and says no on
# any failure and on no tests at all. A suite that has not ended after $SUITE_SECONDS is ended with all that it
# started, shows what it had said, and has failed: nothing hangs.
suites_log=$(mktemp -d)
trap 'rm -rf "$suites_log"' EXIT
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM
suites_limit=${SUITE_SECONDS:-2400}
suites_passed=0 suites_failed=0 suites_aside=()
mkfifo "$suites_log/turns"
exec {suites_turns}<>"$suites_log/turns"
printf "%$((${SUITES_ASIDE:-$((2 * $(nproc)))}))s" "" >&"$suites_turns"

# FILE COMMAND…: its output to FILE, its exit code and how long it took to FILE.end.
suites_run() {
    local out=$1 start=$SECONDS code
    shift
    ! declare -F "$1" >/dev/null || export -f "${1?}"
    timeout --kill-after=5 "$suites_limit" bash -c '"$@"' suite "$@" >"$out" 2>&1 </dev/null {suites_turns}>&- &
    wait $!
    code=$?
    [ $code -ne 124 ] && [ $code -ne 137 ] || echo "it did not end within $suites_limit s" >>"$out"
    echo $code $((SECONDS - start)) >"$out.end"
}

# NAME: what runs now, until the next line takes its place.
suites_now() { [ ! -t 1 ] || printf '\r\033[K%s' "${1:+$1 …}"; }

suites_tell() {
    local name=$1 out=$2 code seconds p f
    read -r code seconds <"$out.end"
    read -r p f < <(sed -n 's/^\([0-9]\+\) passed, \([0-9]\+\) failed.*/\1 \2/p' "$out" | tail -1)
    if [ -z "${p:-}" ]; then
        p=$((code == 0)) f=$((code != 0))
    elif [ "$f" -eq 0 ] && { [ "$p" -eq 0 ] || [ "$code" -ne 0 ]; }; then
        f=1
    fi
    suites_now ""
    if [ "$f" -eq 0 ]; then grep '^again: ' "$out"; else sed 's/^/    /' "$out" | tail -n 60; fi
    printf '%-44s %5d passed %4d failed  %4ds\n' "$name" "$p" "$f" "$seconds"
    suites_passed=$((suites_passed + p)) suites_failed=$((suites_failed + f))
}

suite() {
    local name=$1
    shift
    suites_now "$name"
    suites_run "$suites_log/out" "$@"
    suites_tell "$name" "$suites_log/out"
}

aside() {
    local name=$1
    shift
    (
        trap - EXIT
        trap 'kill $(jobs -p) 2>/dev/null; exit 130' TERM
        IFS= read -r -n1 -u "$suites_turns" _
        suites_run "$suites_log/aside-${#suites_aside[@]}" "$@"
        printf ' ' >&"$suites_turns"
    ) &
    suites_aside+=("$name")
}

together() {
    local i
    [ ${#suites_aside[@]} -eq 0 ] || suites_now "waiting for ${#suites_aside[@]} more"
    wait
    for i in "${!suites_aside[@]}"; do
        suites_tell "${suites_aside[i]}" "$suites_log/aside-$i"
    done
    suites_aside=()
}

summary() {
    together
    echo "$suites_passed passed, $suites_failed failed"
    [ "$suites_failed" -eq 0 ] && [ "$suites_passed" -gt 0 ]
}
