# fmu_runtime.sh FOLDER FILE... - an assembler file with what kron carries inside for FMUs:
# fmu_linux64, fmu_win64: the objects FOLDER/PLATFORM.o that they are linked with (empty if there is
# none); fmu_files: the FILEs, one after the other, each with a line "NAME SIZE" before it.
# Each ends at ..._end.
folder=$1
shift
for file in "$@"; do
    printf '%s %s\n' "$file" "$(wc -c < "$file")"
    cat "$file"
done > "$folder/files.o"
echo '    .section .rodata'
for what in linux64 win64 files; do
    printf '    .balign 16\n    .global fmu_%s, fmu_%s_end\nfmu_%s:\n' $what $what $what
    [ -e "$folder/$what.o" ] && printf '    .incbin "%s"\n' "$folder/$what.o"
    printf 'fmu_%s_end:\n    .byte 0\n' $what
done
echo '    .section .note.GNU-stack,"",@progbits'
