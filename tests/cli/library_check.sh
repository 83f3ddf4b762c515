# Every class of kron's library that can be instantiated passes `kron check`. An element whose
# connectors are open is no complete model, so equations of open pins may be found singular, and frames
# in space have no root; nothing else may be wrong with it. Every class has a description, a line in
# docs/library.md, and a use in a test, an example or the library itself.
. "$ROOT/tests/cli/common"
unset MODELICAPATH

# classes FILE PACKAGE: dotted names of the classes in it that are not partial; kind, name, described
cat > classes.awk <<'AWK'
BEGIN { depth = 0; path[0] = prefix }
/^ *(encapsulated )?(partial )?(package|model|block|connector|function|record) / {
    sub(/encapsulated /, "")
    partial = sub(/partial /, "")
    kind = $1
    name = $2
    if ($3 == "=") {
        print "short", path[depth] "." name, (index($0, "\"") > 0)
        next
    }
    depth++
    path[depth] = path[depth - 1] "." name
    print (partial ? "partial" : kind), path[depth], (index($0, "\"") > 0)
}
/^ *end / && $2 !~ /^(if|for|when|while);/ { depth-- }
AWK

for file in "$ROOT"/lib/Kron/*.mo; do
    [ "$(basename "$file")" = package.mo ] || awk -v prefix=Kron -f classes.awk "$file"
done > classes
[ "$(wc -l < classes)" -gt 150 ] || fail "only $(wc -l < classes) classes found"
! grep ' 0$' classes > undescribed || fail "no description: $(cat undescribed)"

checked=0
while read -r kind name described; do
    short=${name##*.}
    case $kind in
    model | block) ;;
    *) continue ;;
    esac
    checked=$((checked + 1))
    if ! "$KRON" check "$name" > "$TMP/out" 2> "$TMP/err" < /dev/null; then
        open='determine\|is not connected'
        case $name in
        Kron.MultiBody.*) open='determine\|is not connected\|no root for\|equations for\|derivative of the input' ;;
        esac
        ! grep 'error:' "$TMP/err" | grep -v "$open" || fail "$name"
        grep -q 'no root for' "$TMP/err" || run 0 "$KRON" flatten "$name"
    fi
    grep -q "^| \`$short\`" "$ROOT/docs/library.md" || fail "docs/library.md lacks $name"
    grep -qwr -- "$short" "$ROOT"/tests/sim/Lib*.mo "$ROOT"/examples || fail "nothing uses $name"
done < classes
[ "$checked" -gt 120 ] || fail "only $checked classes checked"

# The examples in docs/library.md and all of examples/ run without a message.
awk '/^```modelica/ { getline; file = $2 ".mo" } /^```$/ { file = "" } file { print > file }' "$ROOT/docs/library.md"
[ "$(ls ./*.mo | wc -l)" -ge 6 ] || fail "docs/library.md has too few examples"
for model in ./*.mo "$ROOT"/examples/*.mo; do
    run 0 "$KRON" simulate "$model"
    [ ! -s "$TMP/err" ] || fail "messages of $model"
done
