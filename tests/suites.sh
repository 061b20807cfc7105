# suites.sh: sourced by tests/run: runs suites and adds up.
#
# `suite NAME COMMAND…` runs one; its last line "N passed, N failed" counts, and without such a line the
# exit code does. Its output is shown only if something failed. `summary` prints the sum and says no
# on any failure and on no tests at all.
suites_log=$(mktemp -d)
trap 'rm -rf "$suites_log"' EXIT
suites_passed=0 suites_failed=0

suite() {
    local name=$1 out="$suites_log/out" start=$SECONDS code p f
    shift
    "$@" >"$out" 2>&1
    code=$?
    read -r p f < <(sed -n 's/^\([0-9]\+\) passed, \([0-9]\+\) failed.*/\1 \2/p' "$out" | tail -1)
    if [ -z "${p:-}" ]; then
        p=$((code == 0)) f=$((code != 0))
    elif [ "$f" -eq 0 ] && { [ "$p" -eq 0 ] || [ $code -ne 0 ]; }; then
        f=1
    fi
    [ "$f" -eq 0 ] || sed 's/^/    /' "$out" | tail -n 60
    printf '%-44s %5d passed %4d failed  %4ds\n' "$name" "$p" "$f" $((SECONDS - start))
    suites_passed=$((suites_passed + p)) suites_failed=$((suites_failed + f))
}

summary() {
    echo "$suites_passed passed, $suites_failed failed"
    [ "$suites_failed" -eq 0 ] && [ "$suites_passed" -gt 0 ]
}
