# The cache of compiled code is trusted by nothing but what it is: entries that are not whole, or that
# somebody else wrote, are made anew; a folder that others can reach is not used.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
cat > Decay.mo <<'MODEL'
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
MODEL
cat > evil.c <<'CODE'
#include <stdio.h>
__attribute__((constructor)) static void run_me(void) { fclose(fopen("EXECUTED", "w")); }
CODE
run 0 cc -shared -fPIC evil.c -o evil.so
export XDG_CACHE_HOME="$TMP/cache"

compiled() {
    KRON_NATIVE=now run 0 "$KRON" simulate Decay.mo --stop 1 -o now.csv
    cmp off.csv now.csv
    [ ! -e EXECUTED ] || fail "$1: foreign code was run"
}
entry() { ls "$TMP"/cache/kron/*.so; }

KRON_NATIVE=off run 0 "$KRON" simulate Decay.mo --stop 1 -o off.csv
compiled first
[ "$(stat -c %a "$TMP/cache/kron")" = 700 ] || fail "the folder is not private"
cp "$(entry)" good.so

cp evil.so "$(entry)"
compiled planted
cmp good.so "$(entry)" || fail "a planted entry was kept"
for size in 0 7 100 $(($(stat -c %s good.so) - 1)); do
    head -c "$size" good.so > "$(entry)"
    compiled "cut to $size"
    cmp good.so "$(entry)" || fail "an entry cut to $size bytes was kept"
done
name=$(entry)
rm "$name"
ln -s "$PWD/good.so" "$name"
compiled link
[ ! -L "$name" ] || fail "an entry that is a link was used"

cp evil.so "$name"
chmod 777 "$TMP/cache/kron"
compiled 'open folder'
cmp evil.so "$name" || fail "a folder that all can write to was used"
chmod 700 "$TMP/cache/kron"
mv "$TMP/cache/kron" elsewhere
ln -s "$PWD/elsewhere" "$TMP/cache/kron"
compiled 'link to a folder'
cmp evil.so "elsewhere/$(basename "$name")" || fail "a link was used as the folder"
