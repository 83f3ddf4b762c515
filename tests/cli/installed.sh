# kron finds its library from another folder, through a link, and when installed.
. "$ROOT/tests/cli/common"
unset MODELICAPATH
works() {
    run 0 "$1" check Kron.Electrical.Ground
    run 0 "$1" simulate "$ROOT/examples/SeriesResonance.mo"
}
cd /
works "$KRON"
cd "$TMP"
mkdir -p bin
ln -s "$KRON" bin/linked
works bin/linked
PATH="$TMP/bin:$PATH"
works linked

# What `make install` does, with the binary under test.
B=$(dirname "$KRON")
run 0 make -C "$ROOT" --no-print-directory install -o all B="$B" PREFIX=/opt/k DESTDIR="$TMP/root"
[ -x root/opt/k/bin/kron ]
[ -f root/opt/k/share/kron/lib/Kron/package.mo ]
works root/opt/k/bin/kron
mv root/opt moved
works moved/k/bin/kron
rm -r moved/k/share
cd moved
run 1 k/bin/kron check Kron.Electrical.Ground
says '`Kron`'
