#!/bin/sh
# embed.sh NAME FILE - the text of FILE as C: const char *const NAME[], a string a line, then NULL.
# Comments, blank lines and #include are left out: the text is compiled again for every model.
printf '#include <stddef.h>\nextern const char *const %s[];\nconst char *const %s[] = {\n' "$1" "$1"
sed -e 's|/\*.*\*/||' -e '/^#include/d' "$2" |
awk '/\/\*/ { skip = 1 } !skip && NF { print } /\*\// { skip = 0 }' |
sed -e 's/[[:space:]]*$//' -e 's/^[[:space:]]*//' -e 's/\\/\\\\/g' -e 's/"/\\"/g' \
    -e 's/.*/    "&",/'
printf '    NULL,\n};\n'
