#!/usr/bin/env bash
# tools/deps on systems that are not this one: commands are faked through PATH, paths through DEPS_ROOT.
. "$(dirname "$0")/../shell.sh"

tools="sh sed ls env echo"
# system NAME COMMANDS…: a folder with these fake commands and the few that a shell script needs.
system() {
    local dir=$tmp/$1/bin name
    shift
    mkdir -p "$dir"
    for name in $tools; do ln -sf "$(command -v "$name")" "$dir/$name"; done
    for name; do printf '#!/bin/sh\necho %s "$@" >> "%s/log"\n' "$name" "$tmp" >"$dir/$name"; chmod +x "$dir/$name"; done
}
identity() { printf '#!/bin/sh\necho %s\n' "$2" >"$tmp/$1/bin/id"; chmod +x "$tmp/$1/bin/id"; }
deps() {
    local where=$1
    shift
    : >"$tmp/log"
    PATH=$tmp/$where/bin DEPS_ROOT=$tmp/$where "$tree/tools/deps" "$@" 2>&1
    echo "code $?"
    cat "$tmp/log"
}

system bare apt-get; identity bare 0
check "a bare system as root installs all" has "$(deps bare test)" \
    '^apt-get install .* gcc libc6-dev binutils libmicrohttpd-dev libsqlite3-dev libsodium-dev libncurses-dev woff2 fonts-ebgaramond fonts-roboto-unhinted clang libclang-rt-14-dev python3 tmux nodejs npm chromium clang-format libopenmpi-dev openmpi-bin libpq-dev postgresql zlib1g-dev libbz2-dev pgbouncer libcurl4-openssl-dev python3-aiosmtpd nginx haproxy prometheus faketime munge slurmctld slurmd slurm-client curl openssl iproute2 sqlite3 systemd$'
check "it updates the lists first" has "$(deps bare test)" '^apt-get update'
check "it says what it does" has "$(deps bare test)" '^deps: installing what is missing: gcc'
check "it ends well" has "$(deps bare test)" '^code 0$'
check "to play less is needed" has "$(deps bare play)" '^apt-get install .* gcc libc6-dev binutils libmicrohttpd-dev libsqlite3-dev libsodium-dev libncurses-dev woff2 fonts-ebgaramond fonts-roboto-unhinted$'
check "--print only prints" hasnt "$(deps bare test --print)" '^apt-get'

# fonts ROOT: as if their packages were there.
fonts() {
    local dir=$tmp/$1/usr/share/fonts
    mkdir -p "$dir/opentype/ebgaramond" "$dir/truetype/roboto/unhinted/RobotoTTF"
    touch "$dir/opentype/ebgaramond/EBGaramond12-Regular.otf" "$dir/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf"
}
# postgresql ROOT: the same of the database and its library, and of what stands before and around a server.
postgresql() {
    mkdir -p "$tmp/$1/usr/sbin"
    touch "$tmp/$1/usr/sbin/"{nginx,haproxy,ip,pgbouncer,munged,slurmctld,slurmd}
    mkdir -p "$tmp/$1/usr/include/postgresql" "$tmp/$1/usr/lib/postgresql/15/bin"
    mkdir -p "$tmp/$1/usr/include/x86_64-linux-gnu/curl" "$tmp/$1/usr/lib/python3/dist-packages/aiosmtpd"
    touch "$tmp/$1/usr/include/x86_64-linux-gnu/curl/curl.h"
    touch "$tmp/$1/usr/include/zlib.h" "$tmp/$1/usr/include/bzlib.h" "$tmp/$1/usr/include/postgresql/libpq-fe.h" "$tmp/$1/usr/lib/postgresql/15/bin/postgres"
}
system full apt-get gcc clang python3 tmux ld clang-format node npm chromium woff2_compress mpicc mpirun curl openssl sqlite3 systemd-analyze promtool faketime sbatch; identity full 0; fonts full
mkdir -p "$tmp/full/usr/include" "$tmp/full/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux"
touch "$tmp/full/usr/include/"{stdio,microhttpd,sqlite3,sodium,curses}.h "$tmp/full/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a"
postgresql full
check "nothing missing: nothing said, nothing done" same "$(deps full all)" "code 0"

system half apt-get gcc python3 tmux ld clang-format node npm chromium woff2_compress mpicc mpirun curl openssl sqlite3 systemd-analyze promtool faketime sbatch; identity half 0; fonts half
mkdir -p "$tmp/half/usr/include"; touch "$tmp/half/usr/include/"{stdio,microhttpd,sqlite3,sodium,curses}.h
postgresql half
check "only what is missing" has "$(deps half test)" '^apt-get install -q -y --no-install-recommends clang libclang-rt-14-dev$'
check "enough to play" same "$(deps half play)" "code 0"

system user apt-get gcc; identity user 1000
printf '#!/bin/sh\necho sudo "$@" >> "%s/log"\n' "$tmp" >"$tmp/user/bin/sudo"; chmod +x "$tmp/user/bin/sudo"
check "a user goes through sudo" has "$(deps user play)" '^sudo env .*apt-get install .*libc6-dev binutils libmicrohttpd-dev libsqlite3-dev libsodium-dev libncurses-dev woff2 fonts-ebgaramond fonts-roboto-unhinted$'

system poor apt-get gcc; identity poor 1000
check "without sudo it says what to do" has "$(deps poor play)" 'as root: apt-get install libc6-dev binutils'
check "without sudo it stops" has "$(deps poor play)" '^code 1$'

system other gcc ld; identity other 0
check "another system: named" has "$(deps other test)" 'missing .*: libc6-dev libmicrohttpd-dev libsqlite3-dev libsodium-dev libncurses-dev woff2 fonts-ebgaramond fonts-roboto-unhinted clang libclang-rt-14-dev python3 tmux nodejs npm chromium clang-format libopenmpi-dev openmpi-bin libpq-dev postgresql zlib1g-dev libbz2-dev pgbouncer libcurl4-openssl-dev python3-aiosmtpd nginx haproxy prometheus faketime munge slurmctld slurmd slurm-client curl openssl iproute2 sqlite3 systemd$'
check "another system: stops" has "$(deps other test)" '^code 1$'
check "nonsense is refused" has "$(deps full nonsense)" '^code 2$'
finish
