#!/usr/bin/env bash
# The test driver itself: no failure gets lost, and no tests at all is a failure.
. "$(dirname "$0")/../shell.sh"

# with LINES…: a driver that runs these lines; its output and its exit code behind.
with() { bash -c ". '$tree/tests/suites.sh'; $*; summary; echo code \$?" 2>&1; }

check "nothing run is a failure" has "$(with :)" '^code 1$'
check "nothing run says so" has "$(with :)" '^0 passed, 0 failed$'
check "sums" has "$(with "suite a echo 3 passed, 0 failed; suite b echo 4 passed, 0 failed")" '^7 passed, 0 failed$'
check "all well" has "$(with "suite a echo 3 passed, 0 failed")" '^code 0$'
check "a failure fails" has "$(with "suite a echo 3 passed, 1 failed")" '^code 1$'
check "a failure is counted" has "$(with "suite a echo 3 passed, 1 failed; suite b true")" '^4 passed, 1 failed$'
check "a failure's output is shown" has "$(with "suite a printf 'oh dear\\n0 passed, 1 failed\\n'")" 'oh dear'
check "a suite of no tests fails" has "$(with "suite a echo 0 passed, 0 failed; suite b true")" '^1 passed, 1 failed$'
check "a bad end fails, whatever was printed" has "$(with "suite a bash -c 'echo 5 passed, 0 failed; exit 1'")" '^code 1$'
check "a suite without a sum counts by its end" has "$(with "suite a true; suite b false")" '^1 passed, 1 failed$'

check "one aside is counted with the others" has "$(with "aside a echo 3 passed, 0 failed; suite b true")" '^4 passed, 0 failed$'
check "one aside runs beside the next" has "$(with "aside a bash -c 'until [ -e $tmp/go ]; do sleep 0.01; done'; suite b touch $tmp/go")" '^2 passed, 0 failed$'
check "a failure aside fails" has "$(with "aside a false; suite b true")" '^code 1$'
check "a failure aside shows its output" has "$(with "aside a printf 'oh dear\\n0 passed, 1 failed\\n'; together; suite b true")" 'oh dear'
check "several aside are told in their order" has "$(with "aside a sleep 0.1; aside b true" | tr '\n' ' ')" '^a .*b .*2 passed'
check "those told are not told again" has "$(with "aside a true; together; aside b true")" '^2 passed, 0 failed$'

alone="bash -c 'mkdir $tmp/alone && sleep 0.1 && rmdir $tmp/alone'"
check "no more aside at a time than is allowed" has "$(SUITES_ASIDE=1 with "aside a $alone; aside b $alone; aside c $alone")" '^3 passed, 0 failed$'
check "whoever waits for its turn aside is told too" has "$(SUITES_ASIDE=1 with "aside a sleep 0.1; aside b false; suite c true")" '^2 passed, 1 failed$'

# hung WORD: a suite that would never end, and its child neither; what it said is shown.
hung() { SUITE_SECONDS=1 with "$1 a bash -c 'echo so far; sleep 1000 & echo \$! >$tmp/child; wait'; suite b true"; }
ended() { ! grep -qE '^State:[[:space:]]+[^ZX[:space:]]' "/proc/$(cat "$tmp/child")/status" 2>/dev/null; }
check "a suite that hangs fails, the next one runs" has "$(hung suite)" '^1 passed, 1 failed$'
check "its children are ended with it" ended
check "one aside that hangs fails" has "$(hung aside)" '^1 passed, 1 failed$'
check "what it had said is shown, and why it ended" has "$(hung suite | tr '\n' ' ')" 'so far .*it did not end within 1 s'

nothing() { fails 1 "$bin/unit-tests" there-is-no-such-test; }
check "unit tests: none is a failure" nothing
check "unit tests: none says so" has "$("$bin/unit-tests" there-is-no-such-test)" '^0 passed, 0 failed$'
finish
