#!/bin/sh
# The Python package (python/): installs without a network into an environment that sees Debian's packages, and passes
# its tests there.
set -eu
python=/usr/bin/python3
$python -c 'import numpy, pandas, matplotlib, pytest, venv, ensurepip' 2>/dev/null || {
    echo "python3-numpy, -pandas, -matplotlib, -pytest or -venv is missing"; exit 77; }
if nm -D "$(dirname "$KRON")/libkron.so" | grep -q __asan_init; then
    echo "libkron.so is built with sanitizers, which Python is not"; exit 77
fi
tree=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
KRON_BUILD=$(cd "$(dirname "$KRON")" && pwd)
export KRON_BUILD PYTHONDONTWRITEBYTECODE=1
$python -m venv --system-site-packages "$dir/venv"
"$dir/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$tree/python"
cd "$dir" # so that the package is not found in the sources
"$dir/venv/bin/python" -c 'import kron, sys; sys.exit("/venv/" not in kron.__file__)'
MPLCONFIGDIR="$dir" "$dir/venv/bin/python" -m pytest -q -p no:cacheprovider "$tree/python/tests"
