# shell.sh: sourced by tests written for the shell.
#
# `check NAME COMMAND…` is one test; a function as COMMAND may print what is wrong. `finish` prints
# "N passed, N failed" and exits. $tmp is a folder of the test's own; $tree the root of the source tree.
tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bin=$(cd "${BIN:-$tree/build}" && pwd)   # tests go to folders of their own
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

check() {
    local name=$1
    shift
    if "$@" >"$tmp/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        sed 's/^/    /' "$tmp/said"
    fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
}

# same WHAT WANT: two strings.
same() { [ "$1" = "$2" ] || { printf 'it is\n%s\nnot\n%s\n' "$1" "$2"; return 1; }; }
# fails CODE COMMAND…: ends with this code.
fails() {
    local want=$1 code=0
    shift
    "$@" || code=$?
    [ "$code" -eq "$want" ] || { echo "exit code $code, not $want: $*"; return 1; }
}
# has TEXT PATTERN: a line that matches (extended regular expression).
has() { grep -qE -- "$2" <<<"$1" || { printf 'no "%s" in\n%s\n' "$2" "$1"; return 1; }; }
hasnt() { ! grep -qE -- "$2" <<<"$1" || { printf '"%s" in\n%s\n' "$2" "$1"; return 1; }; }
