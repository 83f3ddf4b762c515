# Completion for bash, run as the shell does: commands, options, values, files by suffix. That for zsh
# is checked for its syntax where zsh is at hand.
. "$ROOT/tests/cli/common"
command -v bash > /dev/null || { echo "no bash"; exit 77; }
"$KRON" --completion bash > "$TMP/kron.bash"
mkdir -p "$TMP/at/folder"
cd "$TMP/at"
touch a.mo b.dym c.csv d.mat "two words.mo" e.svg

# complete WORD... : what is offered for the last word, one a line
cat > "$TMP/complete.bash" <<'EOF'
. "$TMP/kron.bash"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
function=$(complete -p kron | sed 's/.*-F \([^ ]*\) .*/\1/')
$function kron "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
EOF
offers() { # "WANTED|WANTED" WORD...
    wanted=$1
    shift
    TMP="$TMP" bash "$TMP/complete.bash" kron "$@" 2> "$TMP/err" | sort > "$TMP/out"
    [ ! -s "$TMP/err" ] || fail "bash complains"
    [ "$(tr '\n' '|' < "$TMP/out")" = "$wanted|" ] || fail "kron $*: wanted $wanted"
}

commands() {
    TMP="$TMP" bash "$TMP/complete.bash" kron '' > "$TMP/out"
    for command in $("$KRON" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
        grep -qx "$command" "$TMP/out" || fail "$command is not offered"
    done
    offers simulate simula
}
options() {
    offers '--tolerance' simulate x.mo --tol
    offers '' plot r.csv --tol
    for command in $("$KRON" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
        TMP="$TMP" bash "$TMP/complete.bash" kron $command - | sort -u > "$TMP/offered"
        "$KRON" $command --help | sed -n 's/^  \(-[A-Za-z-]*\).*/\1/p' | sort -u > "$TMP/listed"
        cmp -s "$TMP/offered" "$TMP/listed" || fail "$command: $(diff "$TMP/offered" "$TMP/listed")"
    done
}
values() {
    offers 'radau|rk45|rk8' simulate x.mo --method r
    offers 'simnon|simulink' translate x.mo --to sim
    offers 'flatten|fold' flatten x.mo --dump f
    offers 'flatten|fold' flatten x.mo --dump = f
    offers 'iterate|off|on' check --relax =
    offers 'bash|zsh' --completion ''
    offers '' simulate x.mo --stop ''
}
files() {
    offers 'a.mo|b.dym|folder|two words.mo' simulate ''
    offers 'two words.mo' check 'two'
    offers 'c.csv|d.mat|folder' plot ''
    offers 'c.csv|d.mat|folder' simulate a.mo -o ''
    offers 'folder' simulate a.mo -I ''
    offers 'e.svg|folder' plot c.csv x -o ''
}
zsh_syntax() {
    "$KRON" --completion zsh > "$TMP/_kron"
    head -1 "$TMP/_kron" | grep -qx '#compdef kron' || fail "zsh"
    ! command -v zsh > /dev/null || run 0 zsh -n "$TMP/_kron"
    run 2 "$KRON" --completion fish
}
all commands options values files zsh_syntax
