#!/usr/bin/env bash
# `grognard play` on the whole terminal, from outside: a real terminal of tmux, keys sent to it, what it shows read
# back. Every step waits for what it needs on the screen, never for time.
. "$(dirname "$0")/../shell.sh"

export XDG_STATE_HOME=$tmp/state GROGNARD_DATA=$tree/data
mux() { tmux -L "screen-$$" -f /dev/null "$@"; }
trap 'mux kill-server 2>/dev/null; rm -rf "$tmp"' EXIT

# A terminal with sixteen colours, made from the one that every system has.
export TERMINFO=$tmp/terminfo
mkdir -p "$TERMINFO"
for t in xterm xterm-256color screen-256color vt100 dumb; do infocmp -x $t >"$tmp/$t.ti" && tic -x "$tmp/$t.ti" 2>/dev/null; done
sed -E 's/^xterm\|[^,]*/xterm-16color|xterm with 16 colours/; s/colors#[0-9a-fx]+/colors#16/; s/pairs#[0-9a-fx]+/pairs#256/;
    s/setab=[^,]*/setab=\\E[%?%p1%{8}%<%t%p1%{40}%+%e%p1%{92}%+%;%dm/; s/setaf=[^,]*/setaf=\\E[%?%p1%{8}%<%t%p1%{30}%+%e%p1%{82}%+%;%dm/' \
    "$tmp/xterm.ti" >"$tmp/16.ti" && tic -x "$tmp/16.ti" 2>/dev/null

# A session that lasts: the server would end with the last one, and the next might find it ending.
mux new-session -d -s lasts 'exec cat'

# begin COLUMNS LINES TERM ARGUMENTS…: a new terminal in which it is played; what it returned is shown behind it.
n=0
begin() {
    local columns=$1 lines=$2 term=$3
    shift 3
    n=$((n + 1)) pane=t$n journal=$tmp/game$n.grognard
    mux new-session -d -s $pane -x "$columns" -y "$lines" \
        "env TERM=$term LC_ALL=${locale:-C.UTF-8} $bin/grognard play $* --seed 3 --journal $journal; echo ended \$?; stty -a; exec cat"
}
shown() { mux capture-pane -p -t $pane; }
keys() { mux send-keys -t $pane "$@"; }
bytes() { mux send-keys -t $pane -H "$@"; }
# sees PATTERN: the screen comes to show it.
sees() {
    local i
    for ((i = 0; i < ${patience:-1200}; i++)); do
        shown | grep -qE -- "$1" && return
        read -rt 0.05 <> <(:) || :
    done
    printf 'no "%s" on\n%s\n' "$1" "$(shown)"
    return 1
}
# order LINE: typed and entered.
order() { keys : && sees '^:' && keys -l "$1" && keys Enter; }
ended() { sees "^ended $1" && sees ' icanon' && sees ' echo '; }
over() { mux kill-session -t $pane; }

# ---- the whole board ----
begin 200 60 xterm-256color day-of-waterloo --as french
check "the question stands below" sees 'French: Set up'
check "the whole board at 200 x 60: its first hex" sees '0101'
check "the whole board at 200 x 60: its last hex" sees '1925'
check "crests, waters, roads have signs" has "$(shown)" "[~+^']"
order deploy
check "an order is done" sees 'Which units lie'
check "counters have two lines" has "$(shown)" 'Jerom.*'
check "counters have two lines: what it is worth" has "$(shown)" '7-3-4'
keys -- '/' && keys -l jerom && keys Enter
check "/ finds a unit" sees '(>|-) Jerome'
keys '?'
check "? tells the keys" sees 'ways of looking at the board'
keys Enter
check "and goes back" sees 'Which units lie'
keys z
check "z tints the board and says what it shows" sees '[A-Z][a-z]+: [A-Z]'
keys q
check "q leaves, and the terminal is as it was" ended 0
check "the game is kept" "$bin/grognard" replay "$journal" --check
over

begin 120 40 xterm-256color last-days --scenario waterloo --as french
check "who is off the board: the cursor is where it may go" sees '\* Pontoon train 1 begins in 2214'
keys n
check "and n goes to the next such place" sees '\* Pontoon train 1 begins in 2215'
keys q; ended 0; over

begin 200 60 xterm-256color waterloo-200 --as french
check "a board of areas: a piece" sees 'Napole'
check "a board of areas: blocks unseen" sees '[0-9] blocks?|\?'
check "a board of areas: its last" sees '115'
keys q; ended 0; over

# ---- 80 x 24 ----
begin 80 24 xterm-256color day-of-waterloo --as french
check "80 x 24: the question" sees 'French: Set up'
check "80 x 24: a part of the board" sees '0101|1018'
keys -- '/' && keys -l 1925 && keys Enter
check "80 x 24: the board scrolls" sees '1925: '
check "80 x 24: and the other end is out of sight" hasnt "$(shown)" '0101'
keys Left
check "80 x 24: the cursor moves" sees '18[0-9]{2}.*: '
keys q; ended 0; over

# ---- orders ----
begin 80 24 xterm-256color null --as blue
check "what can be done is told at the cursor" sees 'is the strong picket'
keys Enter
check "Enter does it, and the question goes on" sees 'Blue: March your pickets'
keys : && sees '^:' >/dev/null && keys -l 'b1 > 0202'
check "an order is planned while it is typed" sees '2 1st Picket marches to 0202'
keys C-u && keys -l 'b1 > 99'
check "a fault is told while it is typed" sees 'there is no place "99"'
keys Escape
check "Escape leaves the line" sees '\?: keys'
keys : && sees '^:' >/dev/null && keys -l 'b' && keys Tab
check "Tab completes" sees '^: b1'
keys Tab
check "and goes on" sees '^: b2'
keys C-u && keys -l 'b1 > 0102' && keys Enter
check "an order is played" sees '1st Picket marches to 0102'
keys u
check "u takes it back" sees 'taken back'
keys : && sees '^:' >/dev/null && keys Up
check "Up brings the last order" sees '^: b1 > 0102'
keys Enter
check "and it is played again" sees '1st Picket marches to 0102'
order 'b1 > 0999'
check "what is refused is said" sees 'there is no place'
order 'rule 3.4'
check "commands of the plain terminal work" sees '3\.4'
for ((i = 0; i < 4; i++)); do
    shown | grep -q 'Since your last decision' && break
    keys e && sees 'Enter: yes' >/dev/null && keys Enter && sees 'Since your last decision|\?: keys' >/dev/null
done
check "what the enemy did is put before one" sees 'Since your last decision'
check "with a sum" sees '[0-9]+ march'
keys Enter
check "and play goes on" sees '\?: keys'
keys R
check "replay" sees 'Replay:'
keys Home
check "replay: the beginning" sees '^0 of|0 of '
keys Right
check "replay: a step" sees '1 of '
keys Enter
check "replay: and back" sees '\?: keys'
for ((i = 0; i < 40; i++)); do
    shown | grep -q 'The game is over' && break
    if shown | grep -q 'Enter: back'; then keys Enter; else order computer; fi
    sees 'The game is over|Enter: back|\?: keys' >/dev/null
done
check "the result has a screen of its own" sees 'The game is over'
check "it says who has won and how" sees 'wins|draw|nobody|held|destroyed'
keys l
check "all that happened can be read" sees 'What happened'
keys Enter
sees 'The game is over' >/dev/null
keys a
check "how it came about" sees 'How it came about'
check "with luck and ground" sees 'Places last held'
keys Enter
keys r
check "the game can be gone through" sees 'Replay:'
keys Enter
sees 'The game is over' >/dev/null
keys Enter
check "it ends well" ended 0
check "every decision is in the journal" "$bin/grognard" replay "$journal" --check
over

# ---- two people ----
begin 80 24 xterm-256color null
check "two people: the first" sees 'Blue: Name'
keys Enter
check "two people: a curtain between them" sees 'Red decides now'
check "two people: nothing of the first is left" hasnt "$(shown)" 'Picket'
keys Enter
check "two people: the second" sees 'Red: Name'
check "two people: he does not see the other's choice" hasnt "$(shown)" '1st Picket 2 strong'
keys q; ended 0; over

# ---- terminals ----
for term in xterm xterm-16color screen-256color vt100; do
    begin 80 24 $term null --as blue
    check "$term: the board" sees '0101'
    check "$term: a counter" sees '1st Picket'
    keys Enter
    check "$term: keys" sees 'Blue: March'
    keys q
    check "$term: the end" ended 0
    over
done
begin 80 24 vt100 null --as blue
check "without colours the cursor has brackets" sees '\[1st Picket\]'
keys q; ended 0; over
begin 80 24 dumb null --as blue
check "a dumb terminal is talked to in lines" sees 'Choose by number'
keys -l quit; keys Enter
check "a dumb terminal: the end" ended 0
over
begin 80 24 xterm-256color null --as blue --plain
check "--plain" sees 'Choose by number'
keys -l 'strong b1'; keys Enter
sees 'Blue: March' >/dev/null
keys -l 'preview b1 > 0202'; keys Enter
check "plain lines: an order is planned" sees '2 1st Picket marches to 0202'
keys -l 'b1 > 0202'; keys Enter
check "plain lines: an order is played" sees '1st Picket marches to'
keys -l 'b1, b9 > 0202'; keys Enter
check "plain lines: a fault has its place" sees '^ +\^'
keys -l quit; keys Enter
ended 0; over
check "a pipe is talked to in lines" has "$(printf 'strong b1\nquit\n' | "$bin/grognard" play null --as blue --seed 3 --journal "$tmp/pipe.grognard")" 'Choose by number'
locale=C begin 80 24 xterm waterloo-200 --as french
check "letters that the terminal has not are written with those it has" sees 'Turn 1'
check "and none is broken" hasnt "$(shown)" '[^ -~]'
keys q; ended 0; over

# ---- what comes from outside ----
begin 80 24 xterm-256color day-of-waterloo --as french
sees 'French: Set up' >/dev/null
for size in '10 5' '1 1' '20 3' '300 100' '40 12' '80 24'; do
    set -- $size
    mux resize-window -t $pane -x "$1" -y "$2"
    keys Right Left Down Up
done
check "any size, and back again" sees 'French: Set up'
order 'deploy'
check "it plays on after that" sees 'Which units lie'
bytes 1b 5b 4d ff ff ff
bytes 1b 5b 3c 39 39 39 39 39 39 3b 2d 31 4d
bytes 1b 5b 4d 20 21
bytes ff fe c3 28 e2 82 00 80
bytes 1b 5b 39 39 39 39 7e 1b 4f 1b
keys Escape
check "broken sequences do nothing" sees 'French: Which units lie'
keys : && bytes c3 28 ff f0 9f 98 80 && keys Enter
check "nor do letters that are none" sees 'French: Which units lie'
keys Escape
bytes 1b 5b 4d 20 30 28
check "the mouse moves the cursor" sees '[0-9]{4}( \(.*\))?: '
keys C-c
check "Ctrl-C leaves, the terminal is as it was, the game is kept" ended 0
check "the journal is whole" "$bin/grognard" replay "$journal" --check
over

begin 80 24 xterm-256color null --as blue
sees 'strong picket' >/dev/null
kill -TERM "$(pgrep -P "$(mux display-message -p -t $pane '#{pane_pid}')")"
check "a signal leaves it in good order" ended 0
over

n=$((n + 1)) pane=t$n journal=$tmp/game$n.grognard
mux new-session -d -s $pane -x 80 -y 24 "env TERM=xterm-256color LC_ALL=C.UTF-8 PS1='$ ' bash --norc --noprofile -i"
sees '^\$' >/dev/null
keys -l "$bin/grognard play null --as blue --seed 3 --journal $journal"; keys Enter
sees 'is the strong picket' >/dev/null
keys C-z
check "Ctrl-Z stops it" sees 'Stopped'
keys -l 'stty -a'; keys Enter
check "and the shell has its terminal" sees ' icanon'
keys -l fg; keys Enter
check "it goes on where it was" sees 'is the strong picket'
keys q
check "and leaves" sees 'The game is kept'
over
finish
