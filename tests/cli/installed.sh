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

# The libraries, a program that is built with them, and one that kron has written; uninstall leaves
# nothing. Libraries with a sanitizer inside need it in the program too.
command -v pkg-config > /dev/null || { echo "no pkg-config"; exit 77; }
nm "$KRON" 2> /dev/null | grep -q '__[at]san_init' && exit 0
cd "$TMP"
P=$TMP/prefix
run 0 make -C "$ROOT" --no-print-directory install -o all B="$B" PREFIX="$P"
for file in lib/libkron.a lib/libkron.so lib/pkgconfig/kron.pc include/kron.h include/kron/rt/program.h \
    share/man/man1/kron.1; do
    [ -f "$P/$file" ] || fail "$file is not installed"
done
PKG_CONFIG_PATH=$P/lib/pkgconfig
export PKG_CONFIG_PATH
[ "$("$P/bin/kron" --version)" = "kron $(pkg-config --modversion kron)" ]
foreign=$(nm -D --defined-only "$P/lib/libkron.so" | awk '$3 !~ /^(kron|k)_/ {print $3}')
[ -z "$foreign" ] || fail "libkron.so shows $foreign"
cp -r "$P/share/kron/examples/embed" embed
run 0 make -C embed embed embed-static
cd embed
for program in "env LD_LIBRARY_PATH=$P/lib ./embed" ./embed-static; do
    run 0 $program
    prints '100 %'
    [ "$(grep -c '1 translation' "$TMP/out")" = 2 ] || fail "translated again"
    rm embed.csv
done
cat > Plain.mo <<'END'
model Plain
  parameter Real k = 2;
  Real x(start = 1, fixed = true) = k*y, y;
equation
  der(x) = -y;
end Plain;
END
run 0 "$P/bin/kron" translate Plain.mo --to c -o plain.c
run 0 ${CC:-cc} -std=c17 -Wall -Wextra -Werror -o plain plain.c $(pkg-config --cflags --libs kron)
run 0 env LD_LIBRARY_PATH="$P/lib" ./plain --quiet -o program.csv
run 0 "$P/bin/kron" simulate Plain.mo --quiet -o kron.csv
cmp program.csv kron.csv
run 0 make -C "$ROOT" --no-print-directory uninstall B="$B" PREFIX="$P"
[ ! -e "$P" ] || [ -z "$(find "$P" ! -type d)" ] || fail "left: $(find "$P" ! -type d | head -3)"
