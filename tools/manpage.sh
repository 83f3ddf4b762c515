#!/bin/sh
# manpage.sh KRON: the manual page, made from what `kron --help` prints.
set -eu
version=$("$1" --version)
"$1" --help | awk -v version="$version" '
function text(line) { gsub(/\\/, "\\e", line); gsub(/-/, "\\-", line); return line }
function plain(line) { return line ~ /^[.\x27]/ ? "\\&" text(line) : text(line) }
NR == 1 {
    printf ".\\\" made by tools/manpage.sh\n.TH KRON 1 \"\" \"%s\"\n.SH NAME\n%s\n", version, text($0)
    next
}
/^usage: / { printf ".SH SYNOPSIS\n.B %s\n", text(substr($0, 8)); next }
/^  kron / { if (!commands++) print ".SH COMMANDS"; printf ".TP\n.B %s\n", text(substr($0, 3)); next }
/^MODEL is/ { print ".SH MODELS" }
/^options / { print ".SH OPTIONS"; options = 1; next }
/^environment: / { print ".SH ENVIRONMENT"; options = 0; print plain(substr($0, 14)); next }
/^exit status: / { print ".SH EXIT STATUS"; print plain(substr($0, 14)); next }
options && /^  -/ {
    n = match(substr($0, 3), /   *|$/)
    printf ".TP\n.B %s\n%s\n", text(substr($0, 3, n - 1)), plain(substr($0, n + 2 + RLENGTH)); next
}
/^ *$/ { next }
{ sub(/^ */, ""); print plain($0) }
'
