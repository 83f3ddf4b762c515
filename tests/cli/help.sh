# Help is on the output with status 0, for the program and for each command.
. "$ROOT/tests/cli/common"

program() {
    for word in --help -h help; do
        run 0 "$KRON" $word
        for command in parse check flatten structure simulate; do
            prints "kron $command"
        done
        for option in --start --stop --intervals --interval --tolerance --atol --method --set -o \
                      --vars --plot --json --svg --dump=PASS --quiet -I MODELICAPATH 'exit status'; do
            prints "$option"
        done
        [ ! -s "$TMP/err" ] || fail "help is on stderr"
    done
}

commands() {
    for command in parse check flatten structure simulate; do
        for word in --help -h; do
            run 0 "$KRON" $command $word
            prints "kron $command"
            [ ! -s "$TMP/err" ] || fail "help is on stderr"
        done
    done
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

all program commands version nothing
