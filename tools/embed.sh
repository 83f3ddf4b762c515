#!/bin/sh
# embed.sh NAME FILE [keep] - the text of FILE as C: const char *const NAME[], a string a line, then
# NULL. Unless it is to be kept as it is, comments, blank lines, indentation and #include are left
# out: the text is compiled again for every model.
printf '#include <stddef.h>\nextern const char *const %s[];\nconst char *const %s[] = {\n' "$1" "$1"
if [ "${3:-}" = keep ]; then
    cat "$2"
else
    sed -e 's|/\*.*\*/||' -e '/^#include/d' "$2" |
    awk 'skip { if (!(end = index($0, "*/"))) next; $0 = substr($0, end + 2); skip = 0 }
         begin = index($0, "/*") { $0 = substr($0, 1, begin - 1); skip = 1 }
         NF { print }' |
    sed -e 's/[[:space:]]*$//' -e 's/^[[:space:]]*//'
fi | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/    "&",/'
printf '    NULL,\n};\n'
