# Only files that names reach are read: broken neighbours do not matter until they are named.
. "$ROOT/tests/cli/common"
mkdir -p lib/Big/Sub lib/Broken
printf 'package Big\nend Big;\n' > lib/Big/package.mo
printf 'Good\nBad\nSub\n' > lib/Big/package.order
printf 'within Big;\nmodel Good\n  Real x = time;\nend Good;\n' > lib/Big/Good.mo
printf 'within Big;\nmodel Bad\n  Real x = = ((;\nend' > lib/Big/Bad.mo
printf 'this is no Modelica' > lib/Big/Sub/package.mo
printf 'nor this' > lib/Broken/package.mo
printf '\377\376' > lib/Junk.mo
run 0 "$KRON" simulate Big.Good -I lib
[ ! -s "$TMP/err" ] || fail "messages from files that are not reached"
run 1 "$KRON" check Big.Bad -I lib
says Bad.mo:3
run 1 "$KRON" check Big.Sub.M -I lib
says Sub/package.mo
printf 'model Use\n  import Big.*;\n  Good g;\nend Use;\n' > Use.mo
run 0 "$KRON" check Use.mo -I lib

# Thousands of files beside the one that is needed cost nothing.
mkdir -p lib/Wide
printf 'package Wide\nend Wide;\n' > lib/Wide/package.mo
i=0
while [ $i -lt 500 ]; do
    printf 'within Wide;\nmodel M%s\n  Real x = unknown;\nend M%s;\n' $i $i > lib/Wide/M$i.mo
    i=$((i + 1))
done
printf 'within Wide;\nmodel Fine\n  Real x = time;\nend Fine;\n' > lib/Wide/Fine.mo
run 0 "$KRON" simulate Wide.Fine -I lib
run 1 "$KRON" check Wide.M17 -I lib
if command -v strace > /dev/null; then
    ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=openat -o trace "$KRON" check Wide.Fine -I lib > /dev/null
    [ "$(grep -c 'Wide/M[0-9]*\.mo' trace)" = 0 ] || fail "files are read that nothing names"
fi
