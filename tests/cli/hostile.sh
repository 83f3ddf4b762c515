# A model is data: the worst names and texts go through every writer and every kind of message. What is
# written compiles and gives kron's values, or is read back; nothing in it is executed, and no control
# character of a model reaches the terminal.
. "$ROOT/tests/cli/common"
ESC=$(printf '\033')
CSI=$(printf '\302\233')

cat > worst.mo <<'MODEL'
model 'W*/"};int system(const char*);/*%s%n ??/ $(touch PWNED) `id` #{ %{ ... <&>]]> -- $M TITLE MODEL \''
  "*/ \" %s ??/ %{ $M TITLE \\"
  parameter Real 'p*/"};int system(const char*);/*%d??/' = 2 "*/ %s \" \\";
  parameter Real '$n $M $T TITLE FORM MODEL' = 1;
  parameter Real 'if' = 1;
  parameter Real '%{' = 1;
  parameter Real '\n"' = 1;
  parameter Real 'a.b[1](c)' = 1;
  Real 'x"*/ /* \\'(start = 1, fixed = true);
  Real 'der(x)'(start = 0, fixed = true);
  Real '"'(start = 1, fixed = true);
  output Real '*/ double derx;};int system(const char*);__attribute__((constructor)) static void pwn(void){system("touch PWNED");} struct q {int q;/*';
  output Real '\'' = time;
  output Real 'a,b;c  d' = 2*time;
equation
  der('x"*/ /* \\') = -'p*/"};int system(const char*);/*%d??/'*'x"*/ /* \\';
  der('der(x)') = '$n $M $T TITLE FORM MODEL' + '%{' + '\n"' + 'a.b[1](c)' + 'if';
  der('"') = -'"';
  '*/ double derx;};int system(const char*);__attribute__((constructor)) static void pwn(void){system("touch PWNED");} struct q {int q;/*' = 'x"*/ /* \\' + '"';
  assert(time < 10, "*/ %s ??/ \" \\ TITLE");
end 'W*/"};int system(const char*);/*%s%n ??/ $(touch PWNED) `id` #{ %{ ... <&>]]> -- $M TITLE MODEL \'';
MODEL

# values FILE: the last row of a CSV file is the exact solution, by name.
values() {
    python3 - "$1" <<'PY'
import csv, math, os, sys
rows = list(csv.reader(open(sys.argv[1])))
last = dict(zip(rows[0], map(float, rows[-1])))
want = {"time": 1, "'x\"*/ /* \\\\'": math.exp(-2), "'der(x)'": 5, "'\"'": math.exp(-1), "'\\''": 1, "'a,b;c  d'": 2}
for name, value in want.items():
    assert abs(last[name] - value) < 2e-3, (name, last)
assert sum("double derx" in name for name in rows[0]) >= 1, rows[0]
assert not os.path.exists("PWNED")
PY
}

runs_and_reports() {
    run 0 "$KRON" simulate worst.mo --stop 1 -o worst.csv --json
    python3 -c 'import json, sys; assert "\x27a,b;c  d\x27" in json.load(open(sys.argv[1]))["final"]' "$TMP/out"
    values worst.csv
    run 0 "$KRON" simulate worst.mo --stop 1 -o worst.mat
    run 0 "$KRON" plot worst.mat '*' -o worst.svg
    run 0 "$KRON" structure worst.mo --svg structure.svg --json
    python3 - "$TMP/out" <<'PY'
import json, sys, xml.dom.minidom
json.load(open(sys.argv[1]))
for name in "worst.svg", "structure.svg":
    xml.dom.minidom.parse(name)
PY
    run 0 "$KRON" structure worst.mo --listing
    run 0 "$KRON" flatten worst.mo
    cp "$TMP/out" flat.mo
    run 0 "$KRON" simulate flat.mo --stop 1 -o flat.csv
    values flat.csv
}

dsblock() {
    for form in dsblock dsblock-dae dsblock-inline; do
        run 0 "$KRON" translate worst.mo --to $form -o $form.c
        run 0 cc -std=c17 -trigraphs -Wall -Werror -DDSBLOCK_MAIN $form.c -lm -o $form
        run 0 ./$form -stop=1 -step=1e-3
        cp "$TMP/out" $form.csv
        values $form.csv
    done
    # What is torn is told by its name.
    sed -e "s|^equation|  Real 'a*/system(0);/*', 'b*/system(0);/*'; parameter Real 'c*/system(0);/*' = 0.5;\nequation\n  'a*/system(0);/*' + 'c*/system(0);/*'*sin('b*/system(0);/*') = time;\n  'b*/system(0);/*' + cos('a*/system(0);/*') = 1;|" worst.mo > loop.mo
    for form in dsblock dsblock-dae dsblock-inline; do
        run 0 "$KRON" translate loop.mo --to $form -o $form.c
        run 0 cc -std=c17 -trigraphs -Wall -Werror -DDSBLOCK_MAIN $form.c -lm -o $form
        run 0 ./$form -stop=1 -step=1e-3
        cp "$TMP/out" $form.csv
        values $form.csv
    done
}

# Of the C program for the run-time library the compiler's opinion is enough here; translate_c.sh runs some.
c_program() {
    run 0 "$KRON" translate worst.mo --to c -o worst.c
    run 0 cc -std=c17 -trigraphs -Wall -Werror -I"$ROOT" -c worst.c
    ! nm worst.o | grep -q ' pwn\| U system' || fail "the name became code"
}

octave() {
    run 0 "$KRON" translate worst.mo --to octave -o worst.m
    run 0 "$KRON" translate worst.mo --to simulink -o worst_s.m
    run 0 "$KRON" translate worst.mo --to octave -o if.m # a file may be called what is no name
    run 0 grep -q '^function .* = if_1(' if.m
    command -v octave-cli > /dev/null || return 0
    cat > every.m <<'SCRIPT'
worst([0 1], struct('csv', 'octave.csv'));
sizes = worst_s(0, [], [], 0);
assert(sizes(1) == 3);
% A name that is not there is refused, whatever it is a name of.
function refused(options, text)
  try
    driven([0 1e-3], options);
  catch e
    assert(~isempty(strfind(e.message, text)), e.message);
    return;
  end
  error('not refused: %s', text);
end
[~, r] = driven([0 1], struct('u', struct('u', true)));
assert(abs(r(end,1) - 1) < 1e-6);
refused(struct('u', struct('U', 10)), 'input U');
refused(struct('u', struct('u', struct())), 'neither a number');
refused(struct('p', struct('K', 10)), 'parameter K');
refused(struct('x0', struct('X', 10)), 'state X');
refused(struct('tol', 10), 'option tol');
SCRIPT
    cat > driven.mo <<'MODEL'
model driven
  input Real u;
  parameter Real k = 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = k*u;
end driven;
MODEL
    run 0 "$KRON" translate driven.mo --to octave -o driven.m
    run 0 octave-cli --no-init-file every.m
    values octave.csv
}

# There are no readers here: nothing of the model may stand outside of comments but legal names.
other_languages() {
    for language in acsl simnon desire; do
        run 0 "$KRON" translate worst.mo --to $language -o program
        python3 - $language <<'PY'
import sys
mark = {"acsl": "!", "simnon": '"', "desire": "--"}[sys.argv[1]]
for line in open("program"):
    code = line.split(mark)[0]
    assert not any(c in code for c in "{}$`%#;\\") and "system(" not in code, line
PY
    done
}

# The names of files are words of the program.
file_names() {
    cat > plain.mo <<'MODEL'
model plain
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end plain;
MODEL
    for name in dsblock main double start; do
        run 0 "$KRON" translate plain.mo --to dsblock -o $name.c
        run 0 cc -std=c17 -Wall -Werror -DDSBLOCK_MAIN $name.c -lm -o program
    done
}

# clean FILE: no control characters but ends of lines and tabs, no marks of direction.
clean() {
    python3 - "$1" <<'PY'
import re, sys
text = open(sys.argv[1], "rb").read().decode(errors="replace")
assert text and not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text), text
PY
}

terminal() {
    bad="a${ESC}[31m${CSI}2J$(printf '\342\200\256')b"
    printf 'model M\n  Real x(start = "%s") = y; // %s\nequation\n  x = "%s";\nend M;\n' "$bad" "$bad" "$bad" > bad.mo
    run 1 "$KRON" check bad.mo
    clean "$TMP/err"
    printf 'model M\n  Real x = time;\nequation\n  assert(time < 0.5, "%s");\nend M;\n' "$bad" > assert.mo
    run 3 "$KRON" simulate assert.mo --stop 1
    clean "$TMP/err"
    mkdir "$bad"
    cp bad.mo "$bad/N.mo"
    run 1 "$KRON" check "$bad/N.mo"
    clean "$TMP/err"
    run 1 "$KRON" check "$bad"
    clean "$TMP/err"
    run 2 "$KRON" simulate assert.mo --method "$bad"
    clean "$TMP/err"
    run 2 "$KRON" simulate assert.mo --plot "$bad"
    clean "$TMP/err"
    printf 'time,"%s"\n0,1\n1,2\n' "$bad" > bad.csv
    run 0 "$KRON" plot bad.csv 'a*'
    clean "$TMP/out"
    run 2 "$KRON" plot bad.csv "$bad$bad"
    clean "$TMP/err"
    printf 'variable %s x\nenter %s\n' "$bad" "$bad" > script
    run 1 "$KRON" session script
    clean "$TMP/err"
}

# Texts need not be UTF-8; JSON must.
json() {
    printf 'model M\n  Real x = time;\nequation\n  assert(time < 0.5, "a\377\300\257\355\240\200b\033");\nend M;\n' > latin.mo
    run 3 "$KRON" simulate latin.mo --stop 1 --json
    python3 -c 'import json, sys; assert "a" in json.loads(open(sys.argv[1], "rb").read().decode())["message"]' "$TMP/out"
}

all runs_and_reports dsblock c_program octave other_languages file_names terminal json
