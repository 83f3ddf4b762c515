#!/bin/sh
# Installs what is missing of the Debian packages that the build needs, and with `install-deps.sh tests`
# those of the tests. Does nothing, and needs no rights, if everything is there.
set -eu

packages=""
need_file() { # need_file PACKAGE FILE...
    package=$1; shift
    for file in "$@"; do
        [ -e "$file" ] && return
    done
    packages="$packages $package"
}
need_command() {
    command -v "$2" >/dev/null 2>&1 || packages="$packages $1"
}

need_command gcc gcc
need_command make make
need_command pkg-config pkg-config
need_file libc6-dev /usr/include/stdio.h
need_file libsundials-dev /usr/include/cvode/cvode.h
need_file libsuitesparse-dev /usr/include/suitesparse/klu.h
need_file liblapack-dev /usr/lib/*/liblapack.so /usr/lib/liblapack.so
need_file libblas-dev /usr/lib/*/libblas.so /usr/lib/libblas.so
need_file libtcc-dev /usr/include/libtcc.h
need_file libedit-dev /usr/include/histedit.h
need_file libminizip-dev /usr/include/minizip/zip.h
need_file libexpat1-dev /usr/include/expat.h

if [ "${1:-}" = tests ]; then
    need_command python3 python3
    python3 -c 'import scipy' 2>/dev/null || need_file python3-scipy /usr/lib/python3/dist-packages/scipy
    need_command octave octave-cli
    need_file octave-control /usr/share/octave/packages/control-*
    need_file libcairo2 /usr/lib/*/libcairo.so.2
    for module in numpy pandas matplotlib pytest; do
        need_file python3-$module /usr/lib/python3/dist-packages/$module
    done
    need_file python3-venv /usr/share/doc/python3-venv
fi

[ -z "$packages" ] && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "kron needs these Debian packages:$packages" >&2
    echo "Install their counterparts with your package manager." >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "as root: apt-get install$packages" >&2; exit 1; }
    as_root=sudo
fi
echo "installing:$packages"
$as_root apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $packages >/dev/null
