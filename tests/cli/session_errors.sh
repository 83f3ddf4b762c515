# Wrong commands of a session explain themselves, name the line, and change nothing.
. "$ROOT/tests/cli/common"
circuit=$ROOT/examples/papers/circuit.dym
parcap=$ROOT/examples/papers/parcap.dym

# script STATUS LINE...: a session of these lines, after `enter circuit.dym`.
script() {
    status=$1
    shift
    { echo "enter $circuit"; printf '%s\n' "$@"; } > s.ds
    run "$status" "$KRON" session s.ds
}

# wrong LINE TEXT...: the line fails as line 2, its message has the texts, and afterwards the listing
# is the one without it.
wrong() {
    line=$1
    shift
    script 0 'set Eliminate on' 'partition' 'output equations' 'output states'
    cp "$TMP/out" right
    script 1 "$line" 'set Eliminate on' 'partition' 'output equations' 'output states'
    cmp -s "$TMP/out" right || fail "\`$line\` changed something"
    says "s.ds:2: error: "
    for text in "$@"; do says "$text"; done
}

words() {
    wrong 'outptu equations' 'no command `outptu`' 'did you mean `output`?' '`help`'
    wrong 'xyzzy' 'no command `xyzzy`'
    wrong 'output' 'output equations | solved equations'
    wrong 'output equation' 'did you mean `equations`?'
    wrong 'output solved' 'write: output solved equations'
    wrong 'output states and more' '`more` is too much'
    wrong 'partition now' '`now` is too much'
    wrong 'set Elimnate off' 'no switch `Elimnate`' 'did you mean `Eliminate`?'
    wrong 'set Eliminate' 'set Eliminate on'
    wrong 'set Eliminate maybe' 'set Eliminate on'
    wrong 'help set now' '`now` is too much'
    wrong 'enter' 'enter FILE'
    wrong '"open' 'quotation' 'not closed'
    wrong 'set {open' 'comment' 'not closed'
}

variables() {
    wrong 'variable state C1.u' 'no variable `C1.u`' 'did you mean'
    wrong 'variable unknown L.i Q.i' 'no variable `Q.i`'
    wrong 'variable unknwon L.i' 'did you mean `unknown`?'
    wrong 'variable state' 'variable state NAME'
    wrong 'variable state R1.R' '`R1.R` is a parameter'
    wrong 'parameter C.u = 3' 'initial C.u = VALUE'
    wrong 'parameter u = 3' 'input u = VALUE'
    wrong 'initial R1.R = 3' 'parameter R1.R = VALUE'
    wrong 'parameter R1.R' 'parameter NAME = VALUE'
    wrong 'parameter R1.R =' 'parameter NAME = VALUE'
    wrong 'parameter R1.R = 1 +' '`R1.R` was not changed'
    wrong 'parameter R1.R = true' '`R1.R` was not changed'
    wrong 'parameter R1.Q = 3' 'did you mean `R1.R`?'
}

files() {
    wrong 'enter none.dym' 'none.dym' 'No such file'
    wrong 'enter /dev/zero' 'not a file'
    run 1 "$KRON" session /dev/zero # never ends, and has no lines
    says 'more than 67108864 characters'
    printf 'model broken\n  x = \nend\n' > broken.dym
    wrong 'enter broken.dym' 'broken.dym:2' '`broken.dym` was not entered'
    wrong 'library none' 'No such file'
    wrong 'outfile none/x' 'No such file'
    wrong "outfile $circuit" 'not overwritten'
    wrong 'outfile s.ds' 'not overwritten'
    wrong 'read none' 'No such file'
    wrong 'read s.ds' 'is being read already'
    wrong 'read .' 'not a file'
    wrong 'language fortran' 'no language `fortran`' 'simnon'
    wrong 'language acls' 'did you mean `acsl`?'
    wrong 'language dsblock xyz' '`ode`, `dae` or `full`'
    wrong 'language acsl dae' 'only dsblock'
    wrong 'output model' 'choose a language first'
    wrong 'plot C.u' 'no result yet'
    wrong 'save x.csv' 'no result yet'
    wrong 'save x.txt' '.csv'
    wrong 'simulate soon' '`soon`'
    wrong 'simulate --stpo 3' 'did you mean `--stop`?'
    wrong 'simulate --stop' 'needs a value'
    wrong 'simulate 1 --method nonsense' 'no method `nonsense`' 'did not run'
}

texts() {
    wrong 'model bad
x = = 1
end' 'bad.dym:2' '`bad` was not entered'
    printf 'enter %s\npartition\nmodel lost\n x = 1\n' "$circuit" > s.ds
    run 1 "$KRON" session s.ds
    says 's.ds:3: error: `model lost` has no `end`'
    printf 'model lost\nmodel found\nlocal x\n x = 1\nend\noutput equations\n' > s.ds
    run 1 "$KRON" session s.ds
    says 's.ds:1: error: `model lost` has no `end`'
    prints 'found: 1 equation, 1 unknown'
}

# A file of commands that is read goes on after its mistakes; messages name it.
nested() {
    printf 'set Eliminat on\nset Eliminate on\n' > inner
    printf 'enter %s\nread inner\nnonsense\noutput equations' "$circuit" > s.ds
    run 1 "$KRON" session s.ds
    says 'inner:1: error: '
    says 's.ds:3: error: '
    prints 'circuit.u = R2.Va - L.Vb'
    printf 'read b\nfirst\n' > a
    printf 'read a\nsecond\n' > b
    run 1 "$KRON" session a
    says 'b:1: error: `a` is being read already'
    says 'b:2: error: '
    says 'a:2: error: '
}

# No model, singular models, other numbers of states.
models() {
    printf 'output equations\nlist\npartition\n' > s.ds
    run 1 "$KRON" session s.ds
    [ "$(grep -c 'there is no model yet' "$TMP/err")" = 3 ] || fail 'no model'
    printf 'enter %s\noutput solved equations\nlanguage acsl\noutput model\n' "$parcap" > s.ds
    run 1 "$KRON" session s.ds
    says 's.ds:2: error: '
    says 's.ds:4: error: '
    says 'C2.Va = C1.Va'
    says '`differentiate`'
    lacks out SOLVED
    lacks out PROGRAM
    printf 'enter %s\ndifferentiate\nvariable state C1.u, C2.u\npartition\noutput solved equations\n' \
        "$parcap" > s.ds
    run 1 "$KRON" session s.ds
    prints '1 state too many'
    prints 'C1.u, C2.u'
    says 's.ds:5: error: '
}

# A state without a derivative in any equation is not written: there is nothing to integrate.
underived() {
    for language in acsl desire dsblock 'dsblock dae' octave simnon simulink; do
        script 1 'variable state R1.u' 'variable unknown C.u' partition 'output states' "language $language" 'output model'
        prints 'R1.u                    in no equation'
        says 'do not determine the derivative of the state `R1.u`'
        says '`variable unknown R1.u` makes it no state'
        [ "$(wc -l < "$TMP/out")" -lt 5 ] || fail "$language: a program all the same"
    done
}

# A model that fails to load leaves the former one in place; standard input is a script too.
former() {
    printf 'enter %s\nenter none.mo\noutput states\n' "$circuit" > s.ds
    got=0
    "$KRON" session < s.ds > "$TMP/out" 2> "$TMP/err" || got=$?
    [ $got = 1 ] || fail "status $got"
    says 'stdin:2: error: '
    prints 'der(C.u)'
    printf 'SET eliminate ON {all of it}\n\n! comment\n# comment\n> partition\n- Output Equations\n--quit\nxyzzy\n' > s.ds
    sed -i "1i ENTER \"$circuit\"" s.ds
    run 0 "$KRON" session s.ds
    prints 'circuit.u = [R2.Va] - L.Vb'
}

# What makes an assignment void: roles, Eliminate, differentiate; not the other switches.
void() {
    for change in 'variable state C.u' 'set Eliminate on' 'differentiate'; do
        script 0 partition "$change" 'output equations'
        lacks out '['
        script 0 partition "$change" partition 'output equations'
        prints '['
        script 0 partition "$change" 'output solved equations' 'output equations'
        prints 'END OF SORTED'
        lacks out '['
    done
    script 0 partition 'set SubExpr on' 'set MatrixExpr on' 'set Eliminate off' 'output equations'
    prints '['
    script 0 'set Eliminate on' partition reset 'output equations'
    lacks out '['
    prints 'R1.Va = R2.Va'
}
all words variables files texts nested models underived former void
