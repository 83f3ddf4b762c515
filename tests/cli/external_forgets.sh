# C code of a library that calls ModelicaError without its header, as if the tool had included it; a source that
# asks for extensions of the C library by a macro of its own.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"
cat > Forgets.mo <<'MODEL'
model Forgets
  function half
    input Real x;
    output Real y;
  external "C" annotation (Include = "double half(double x)
{
    if (x > 1)
        ModelicaError(\"half: out of range\");
    return x / 2;
}");
  end half;
  Real y = half(time);
end Forgets;
MODEL
run 0 "$KRON" simulate Forgets.mo --stop 1 -o forgets.csv
run 3 "$KRON" simulate Forgets.mo --stop 2 -o forgets.csv
says 'half: out of range'
cat > Extended.mo <<'MODEL'
model Extended
  function number
    input String text;
    output Real y;
  external "C" annotation (Include = "#define _GNU_SOURCE 1
#include <stdlib.h>
#include <locale.h>
double number(const char *text)
{
    locale_t place = newlocale(LC_NUMERIC, \"C\", NULL);
    double y = strtod_l(text, NULL, place);
    freelocale(place);
    return y;
}");
  end number;
  Real y = number("2.5") * time;
end Extended;
MODEL
run 0 "$KRON" simulate Extended.mo --stop 1 -o extended.csv
test "$(tail -1 extended.csv | cut -d, -f2)" = 2.5 || fail "2.5 read as $(tail -1 extended.csv)"
# A function of the Standard Library's C, which sources of other libraries call.
cat > Blanks.mo <<'MODEL'
model Blanks
  function blanks
    input String text;
    output Integer n;
  external "C" annotation (Include = "int blanks(const char *text)
{
    return ModelicaStrings_skipWhiteSpace(text, 1) - 1;
}");
  end blanks;
  Integer n = blanks("  \t x y");
end Blanks;
MODEL
run 0 "$KRON" simulate Blanks.mo --stop 1 -o blanks.csv
test "$(tail -1 blanks.csv | cut -d, -f2)" = 4 || fail "4 blanks counted as $(tail -1 blanks.csv)"
# An archive whose code is for programs only: x86-64 has no other place for the address of a text.
if [ "$(uname -m)" = x86_64 ]; then
    cat > Fixed.mo <<'MODEL'
model Fixed
  function length
    input Real x;
    output Real y;
  external "C" y = fixed_length(x) annotation (Library = "fixed", LibraryDirectory = "modelica://Fixed/lib");
  end length;
  Real y = length(time);
end Fixed;
MODEL
    mkdir -p Fixed/lib
    mv Fixed.mo Fixed/package.mo
    cat > fixed.c <<'C'
static const char *volatile text[] = {"three"};
const char *fixed_text(void) { return "four"; }
double fixed_length(double x) { return x + (text[0] != fixed_text()); }
C
    cc -c -O2 -fno-pic -fno-pie -mcmodel=small fixed.c && ar rcs Fixed/lib/libfixed.a fixed.o
    run 1 "$KRON" simulate Fixed -I . --stop 1 -o fixed.csv
    says 'its library can only be part of a program, not be loaded: compile'
    says 'with -fPIC'
fi
# Memory that is not its own.
cat > Crash.mo <<'MODEL'
model Crash
  function spoil
    input Real x;
    output Real y;
  external "C" y = spoil_memory(x) annotation (Include = "double spoil_memory(double x)
{
    volatile double *nowhere = (double *)16;
    return x > 1 ? *nowhere : x;
}");
  end spoil;
  Real y = spoil(time);
end Crash;
MODEL
run 0 "$KRON" simulate Crash.mo --stop 1 -o crash.csv
case $(uname -m) in
x86_64 | aarch64)
    sanitized && exit 0
    run 3 "$KRON" simulate Crash.mo --stop 2 -o crash.csv
    says "C code of the model's libraries uses memory that is not its own, in \`spoil_memory\`"
    ;;
esac
