# Binaries for Windows inside FMUs (docs/fmi.md), where mingw-w64 is installed: they show the functions of
# FMI and need nothing but the system; run by Wine, where there is one, they give what those for Linux give.
set -e
! nm "$KRON" 2> /dev/null | grep -q __asan_init || { echo "there are no sanitizers for Windows"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 "$ROOT/tests/fmi/windows.py" "$KRON" "$ROOT" "$tmp"
