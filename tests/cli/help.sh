# Help is on the output with status 0, for the program and for each command; it names every option
# that the command takes, with an explanation. The manual page has the same.
. "$ROOT/tests/cli/common"

names() { "$KRON" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'; }

program() {
    for word in --help -h help; do
        run 0 "$KRON" $word
        for text in 'usage: kron' parse check flatten structure simulate translate --quiet -I MODELICAPATH \
                    'exit status' 130; do
            prints "$text"
        done
        [ ! -s "$TMP/err" ] || fail "help is on stderr"
        [ "$(wc -l < "$TMP/out")" -lt 70 ] || fail "the short help is long"
    done
    [ "$(names | wc -l)" -ge 12 ] || fail "commands"
}

# Every option with its explanation; one that help lists is taken, one that it does not is refused.
commands() {
    "$KRON" --man > "$TMP/man"
    all_options=$(sed -n 's/^\\fB\(\\-.*\)\\fR.*/\1/p' "$TMP/man" | sed 's/\\fR.*//; s/\\-/-/g' | sort -u)
    [ "$(echo "$all_options" | wc -l)" -gt 25 ] || fail "options of the manual: $all_options"
    for command in $(names); do
        for word in --help -h; do
            run 0 "$KRON" $command $word
            prints "usage: kron $command"
            [ ! -s "$TMP/err" ] || fail "help is on stderr"
            ! awk 'length > 96' "$TMP/out" | grep . || fail "long lines"
        done
        sed -n 's/^  \(-[A-Za-z-]*\).*/\1/p' "$TMP/out" > "$TMP/listed"
        awk '/^  -/ && NF < 3 { getline; if ($0 !~ /^ +[a-z]/) bad = 1 } END { exit bad }' "$TMP/out" ||
            fail "an option without explanation"
        for option in $all_options; do
            case $option in --help|--version|--completion) continue;; esac
            got=0
            "$KRON" $command "$option" > "$TMP/out" 2> "$TMP/err" < /dev/null || got=$?
            if grep -qxF -e "$option" "$TMP/listed"; then
                lacks err 'does not take'
                lacks err 'no option'
            else
                [ $got = 2 ] || fail "$command $option: status $got"
                says "does not take $option"
            fi
        done
    done
}

options() {
    run 0 "$KRON" simulate --help
    for option in --start --stop --intervals --interval --tolerance --atol --method --set -o \
                  --vars --plot --json --dump --quiet -I; do
        prints "  $option "
    done
    prints 'relative tolerance'
    run 0 "$KRON" translate --help
    prints 'octave'
    run 0 "$KRON" structure --help
    prints semilinear
    run 2 "$KRON" simulate x.mo --tolerence 1
    says 'did you mean `--tolerance`?'
    run 2 "$KRON" simulate x.mo --output x.csv
    says 'did you mean `-o`?'
    run 2 "$KRON" simulate x.mo --quiet=1
}

manual() {
    "$KRON" --man > "$TMP/man"
    for text in NAME SYNOPSIS COMMANDS ENVIRONMENT 'EXIT STATUS' 'kron simulate MODEL' '--max-step'; do
        grep -qF -- "$(echo "$text" | sed 's/-/\\-/g')" "$TMP/man" || fail "the manual lacks $text"
    done
    command -v groff > /dev/null || return 0
    groff -man -Tutf8 -ww "$TMP/man" > "$TMP/out" 2> "$TMP/err"
    [ ! -s "$TMP/err" ] || fail "groff complains"
    prints 'an equilibrium'
}

version() {
    run 0 "$KRON" --version
    grep -Eq '^kron [0-9]+\.[0-9]+' "$TMP/out" || fail "no version"
}

nothing() {
    run 2 "$KRON"
    says "usage"
    for command in parse check flatten structure simulate; do
        run 2 "$KRON" $command
        says "usage: kron $command"
    done
}

all program commands options manual version nothing
