# kron - build, test, install. `make help` lists the targets.

CC      ?= cc
B       ?= build
PREFIX  ?= /usr/local
OPT     ?= -O2 -g
SAN     ?=
V       ?= 0
quiet    = $(if $(filter 0,$(V)),@echo "  $(1) $@" &&,)

WARN     = -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror
CPPFLAGS += -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Isrc -Iinclude -I. -I/usr/include/suitesparse
CFLAGS  += -std=c17 $(OPT) $(SAN) $(WARN) -ffp-contract=off -fno-common -fPIC \
           -fno-semantic-interposition -MMD -MP
LDFLAGS += $(SAN) -rdynamic
LIBS     = -lsundials_cvode -lsundials_ida -lsundials_nvecserial -lsundials_sunmatrixdense \
           -lsundials_sunmatrixsparse -lsundials_sunlinsoldense -lsundials_sunlinsolklu \
           -lklu -lbtf -lamd -lcolamd -lsuitesparseconfig -llapack -lblas -lminizip -lz -lexpat -ltcc -ldl -lpthread -lm

VERSION  = $(shell sed -n 's/^.define KRON_VERSION "\(.*\)"/\1/p' include/kron.h)
SONAME   = libkron.so.0
SO       = libkron.so.$(VERSION)
TCC_SHARED  = $(filter /%,$(shell $(CC) -print-file-name=libtcc.so))
TCC_ARCHIVE = $(filter /%,$(shell $(CC) -print-file-name=libtcc.a))
LIBTCC   = $(if $(TCC_SHARED),,$(B)/gen/libtcc_names.o $(B)/gen/libtcc.a)

# The sources by folder, in the order in which they depend on each other: the library, and what only
# the program `kron` has.
MODULES  = base syntax symbolic graph model dae emit result fmi
PROGRAM  = session
obj      = $(patsubst %.c,$(B)/%.o,$(wildcard $(1)/*.c))
API      = $(patsubst %,$(B)/src/%.o,kron cache run offer inputs restart design journal sweep sweep_table translate \
           analyse classes pipeline)
TOP      = $(filter-out $(API),$(patsubst %.c,$(B)/%.o,$(wildcard src/*.c)))
OBJ      = $(foreach m,$(MODULES),$(call obj,src/$(m))) $(call obj,rt) $(B)/gen/fmu_runtime.o \
           $(B)/gen/abi_lines.o $(B)/gen/abi_array_lines.o $(B)/gen/dsblock_lines.o $(B)/gen/octave_lines.o $(B)/gen/realtime_lines.o \
           $(B)/gen/own_library.o

all: $(B)/kron $(B)/libkron.a $(B)/$(SO) ## build build/kron and the libraries

$(B)/kron: $(TOP) $(B)/gen/messages_lines.o $(foreach m,$(PROGRAM),$(call obj,src/$(m))) $(API) $(OBJ)
	$(call quiet,LINK) $(CC) $(LDFLAGS) -o $@ $^ $(LIBS) -ledit

# The libraries show the names of include/kron.h and those that written programs need, no others.
$(B)/libkron.a: $(API) $(OBJ)
	@rm -f $@
	$(call quiet,AR  ) $(LD) -r -o $(B)/libkron.o $^ && \
	    objcopy -w -G 'kron_*' -G 'k_*' $(B)/libkron.o && $(AR) rcs $@ $(B)/libkron.o

$(B)/$(SO): $(API) $(OBJ) $(LIBTCC) tools/libkron.map
	$(call quiet,LINK) $(CC) $(SAN) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=tools/libkron.map \
	    -o $@ $(filter-out %.map,$^) $(LIBS)
	@ln -sf $(SO) $(B)/$(SONAME)
	@ln -sf $(SO) $(B)/libkron.so

# A static libtcc may be made for programs only: it refers to data of libc in a way that libraries
# cannot. These names, which it does not need here, become ours.
$(B)/gen/libtcc.a: $(TCC_ARCHIVE)
	@mkdir -p $(@D)
	@objcopy --redefine-sym stdout=libtcc_stdout --redefine-sym stderr=libtcc_stderr \
	    --redefine-sym environ=libtcc_environ $< $@
$(B)/gen/libtcc_names.o:
	@mkdir -p $(@D)
	@echo 'void *libtcc_stdout, *libtcc_stderr, *libtcc_environ;' | $(CC) -fPIC -x c -c -o $@ -

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,CC  ) $(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# The loops of the run time are most of what a run does.
$(B)/rt/%.o: OPT := $(OPT:-O2=-O3)

# rt/abi.h and abi_array.h as strings: they stand in front of generated programs.
$(B)/gen/%_lines.c: rt/%.h tools/embed.sh
	@mkdir -p $(@D)
	@sh tools/embed.sh $*_lines $< > $@
$(B)/gen/dsblock_lines.c: lib/dsblock/dsblock.c tools/embed.sh
	@mkdir -p $(@D)
	@sh tools/embed.sh dsblock_lines $< keep > $@
$(B)/gen/realtime_lines.c: lib/realtime/realtime.c tools/embed.sh
	@mkdir -p $(@D)
	@sh tools/embed.sh realtime_lines $< keep > $@
$(B)/gen/octave_lines.c: lib/octave/program.m tools/embed.sh
	@mkdir -p $(@D)
	@sh tools/embed.sh octave_lines $< keep > $@
$(B)/gen/messages_lines.c: docs/messages.md tools/embed.sh
	@mkdir -p $(@D)
	@sh tools/embed.sh messages_lines $< keep > $@
$(B)/gen/%_lines.o: $(B)/gen/%_lines.c
	$(call quiet,CC  ) $(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# What FMUs are linked with: the run time, the functions of FMI, SUNDIALS, KLU. Only the names of FMI and
# those that generated code calls are seen.
FMU_LACKS = program result csv mat steady
FMU_ARCHIVES = sundials_cvode sundials_ida sundials_nvecserial sundials_sunmatrixdense sundials_sunmatrixsparse \
           sundials_sunlinsoldense sundials_sunlinsolklu klu btf amd colamd suitesparseconfig
FMU_OBJ  = $(filter-out $(patsubst %,$(B)/rt/%.o,$(FMU_LACKS)),$(call obj,rt)) $(call obj,rt/fmi)
archive  = $(shell $(CC) -print-file-name=lib$(1).a)
$(B)/fmi/linux64.o: $(FMU_OBJ)
	@mkdir -p $(@D)
	$(call quiet,LINK) $(LD) -r -o $@ $^ $(foreach l,$(FMU_ARCHIVES),$(call archive,$(l))) && \
	    objcopy -w -G 'k_*' -G 'fmi2*' -G 'fmi3*' -G 'dge*_' --strip-debug $@
# The same for Windows, where Debian's mingw-w64 is installed: without SUNDIALS and KLU, which it does not
# have (rt/plain). kron writes FMUs without it too.
MINGW    = x86_64-w64-mingw32
WIN_ASKED = $(if $(SAN),,$(shell command -v $(MINGW)-gcc))
WIN_SRC  = $(filter-out $(patsubst %,rt/%.c,$(FMU_LACKS) cvode ida sundials),$(wildcard rt/*.c rt/fmi/*.c rt/plain/*.c))
WIN_OBJ  = $(patsubst %.c,$(B)/win64/%.o,$(WIN_SRC))
$(B)/win64/%.o: %.c
	@mkdir -p $(@D)
	$(call quiet,WIN ) $(MINGW)-gcc -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -D__USE_MINGW_ANSI_STDIO=1 -I. -Irt/plain \
	    -std=c17 -O2 -Wall -Wno-format -Werror -ffp-contract=off -ffunction-sections -MMD -MP -c -o $@ $<
$(B)/fmi/win64.o: $(WIN_OBJ)
	@mkdir -p $(@D) && rm -f $@
	$(call quiet,AR  ) $(MINGW)-ar rcs $@ $^
# They carry their sources too, if these are wanted, and licences. (A file that .SECONDARY names is not made for a target that is newer
# than what it is made from: FORCE where mingw-w64 has come since.)
FMU_FILES = $(filter-out $(patsubst %,rt/%.c,$(FMU_LACKS)),$(wildcard rt/*.c rt/fmi/*.c rt/plain/*.c)) \
           $(wildcard rt/*.h rt/*.def rt/fmi/*.h rt/fmi/*.def rt/plain/*.h) LICENSE \
           $(wildcard /usr/share/doc/libsuitesparse-dev/copyright /usr/share/doc/libsundials-dev/copyright \
           /usr/share/common-licenses/LGPL-2.1)
$(B)/gen/fmu_runtime.o: $(B)/fmi/linux64.o $(if $(WIN_ASKED),$(B)/fmi/win64.o $(if $(wildcard $(B)/fmi/win64.o),,FORCE)) $(FMU_FILES) tools/fmu_runtime.sh Makefile
	@mkdir -p $(@D)
	$(call quiet,EMB ) sh tools/fmu_runtime.sh $(B)/fmi $(FMU_FILES) | $(CC) -c -x assembler -o $@ -

# Where kron's own library is installed: made anew when PREFIX is another.
$(B)/gen/own_library.c: FORCE
	@mkdir -p $(@D)
	@echo 'extern const char own_library[]; const char own_library[] = "$(PREFIX)/share/kron/lib";' > $@.new
	@cmp -s $@.new $@ || cp $@.new $@
	@rm -f $@.new
FORCE:
$(B)/gen/own_library.o: $(B)/gen/own_library.c
	$(call quiet,CC  ) $(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# Unit tests: tests/unit/MODULE_name.c is linked with what MODULE depends on.
USES_base     = base
USES_syntax   = base syntax
USES_symbolic = base symbolic
USES_graph    = graph
USES_model    = base syntax symbolic graph model
USES_dae      = base syntax symbolic graph model dae
USES_emit     = base syntax symbolic graph model dae emit
UNIT     = $(patsubst tests/unit/%.c,$(B)/unit/%,$(wildcard tests/unit/*.c))

.SECONDEXPANSION:
$(B)/unit/rt_%: $(B)/tests/unit/rt_%.o $(call obj,rt)
	@mkdir -p $(@D)
	$(call quiet,LINK) $(CC) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/unit/fmi_%: $(B)/tests/unit/fmi_%.o $(B)/fmi/linux64.o
	@mkdir -p $(@D)
	$(call quiet,LINK) $(CC) $(LDFLAGS) -o $@ $^ -lpthread -lm
$(B)/unit/kron_%: $(B)/tests/unit/kron_%.o $(API) $(OBJ)
	@mkdir -p $(@D)
	$(call quiet,LINK) $(CC) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/unit/emit_%: $(B)/tests/unit/emit_%.o $(API) $(OBJ)
	@mkdir -p $(@D)
	$(call quiet,LINK) $(CC) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/unit/%: $(B)/tests/unit/%.o $$(foreach m,$$(USES_$$(firstword $$(subst _, ,$$*))),$$(call obj,src/$$(m))) $(B)/rt/room.o
	@mkdir -p $(@D)
	$(call quiet,LINK) $(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

# Fuzzing: a mutating driver around each target, built with the sanitizers.
FUZZ     = $(patsubst tests/fuzz/fuzz_%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
$(B)/fuzz/%: $(B)/tests/fuzz/fuzz_%.o $(B)/tests/fuzz/driver.o $(API) $(OBJ)
	@mkdir -p $(@D)
	$(call quiet,LINK) $(CC) $(LDFLAGS) -o $@ $^ $(LIBS)
# So many inputs for each fuzzer, always the same ones: what passes here passes elsewhere. A slow machine stops sooner.
FUZZ_INPUTS ?= 2000
FUZZ_SECONDS ?= 20

# Many models in one process, for the generator.
$(B)/many: $(B)/tests/generate/many.o $(API) $(OBJ)
	$(call quiet,LINK) $(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

deps: ## install missing Debian packages that the build needs
	@sh tools/install-deps.sh
test-deps: ## install missing Debian packages that the build and the tests need
	@sh tools/install-deps.sh tests

demo: deps ## build, simulate an example, show its curve
	@$(MAKE) --no-print-directory -j$$(nproc) all
	$(B)/kron simulate examples/SeriesResonance.mo --plot c.v --plot l.i

T ?=
check: test-deps ## build and run all tests (T=name: those whose name contains it)
	@$(MAKE) --no-print-directory -j$$(nproc) all unit
	@$(MAKE) --no-print-directory -j$$(nproc) B=$(B)/fuzzed OPT="-O1 -g" \
	    SAN="-fsanitize=address,undefined -DKRON_MALLOC_ARENA -DKRON_CHECK" fuzz
	@$(MAKE) --no-print-directory -j$$(nproc) B=$(B)/threads OPT="-O1" SAN="-fsanitize=thread" threads
	@python3 tests/run.py --kron $(B)/kron --unit $(B)/unit --fuzz $(B)/fuzzed/fuzz \
	    --threads $(B)/threads/unit --inputs $(FUZZ_INPUTS) --seconds $(FUZZ_SECONDS) -k "$(T)"

# The simulation tests by each method as the default: about as long as `make check`, each.
METHODS ?= bdf sdirk radau
check-methods: test-deps ## simulation tests by other methods: make check-methods [METHODS="bdf sdirk radau"] [T=name]
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@bad=0; for m in $(METHODS); do echo "by $$m:"; \
	python3 tests/run.py --kron $(B)/kron --method $$m -k "$(T)" || bad=1; done; exit $$bad

# Random models and mutations, longer, under the sanitizers: SOAK models and SOAK mutations in SOAK_JOBS
# processes, one in twenty of the models also by `cc` and without sanitizers, some expressions by Octave.
SOAK ?= 20000
SOAK_JOBS ?= $(shell nproc)
SOAK_SEED ?= $(shell date +%j%H%M)
soak: test-deps ## many random models and mutations: make soak [SOAK=N] [SOAK_SEED=N] [SOAK_JOBS=N]
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@$(MAKE) --no-print-directory -j$$(nproc) B=$(B)/asan OPT="-O1 -g" \
	    SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined -DKRON_MALLOC_ARENA -DKRON_CHECK" \
	    all fuzz $(B)/asan/many
	@bad=0; \
	python3 tests/generate/generate.py --kron $(B)/asan/kron --many $(B)/asan/many --seed $(SOAK_SEED) --count $(SOAK) \
	    --jobs $(SOAK_JOBS) --keep $(B)/soak/asan || bad=1; \
	python3 tests/generate/generate.py --kron $(B)/kron --seed $(SOAK_SEED) --count $$(($(SOAK) / 20)) --cc 5 --octave 500 \
	    --jobs $(SOAK_JOBS) --keep $(B)/soak || bad=1; \
	python3 tests/generate/generate.py --seed $(SOAK_SEED) --count 500 --write $(B)/soak/models && \
	python3 tests/run.py --fuzz $(B)/asan/fuzz --inputs $(SOAK) --first $(SOAK_SEED) --seconds 1000000 -j $(SOAK_JOBS) \
	    --seeds $(B)/soak/models -k fuzz/ || bad=1; exit $$bad

check-msl: all ## flatten and simulate MSL models: make check-msl MSL=DIR [REF=DIR]
	@python3 tests/msl/check.py $(B)/kron "$(MSL)" "$(REF)"

# FMPy by PYTHONPATH, with its CVODE built from SUNDIALS; the Reference FMUs as sources (docs/fmi.md).
check-fmi: all ## FMUs in FMPy, and the Reference FMUs in kron: make check-fmi MSL=DIR REFERENCE_FMUS=DIR
	@bad=0; \
	python3 tests/fmi/reference.py $(B)/kron "$(REFERENCE_FMUS)" --out $(B)/fmi-reference || bad=1; \
	/usr/bin/python3 tests/fmi/check.py $(B)/kron "$(MSL)" --out $(B)/fmi-check || bad=1; exit $$bad

update: all ## write the golden texts anew; read the change before you commit it
	@python3 tests/run.py --kron $(B)/kron --unit /nonexistent -k golden --update

asan: test-deps ## all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) --no-print-directory check B=$(B)/asan OPT="-O1 -g" \
	    SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined -DKRON_MALLOC_ARENA -DKRON_CHECK"

cov: test-deps ## tests with coverage; a summary per file
	@$(MAKE) --no-print-directory check B=$(B)/cov OPT="-O0 -g" SAN="--coverage"
	@sh tools/coverage.sh $(B)/cov

bench: all ## benchmarks (bench/README.md)
	@sh bench/run.sh $(B)/kron "$(MSL)"

bench-multibody: all ## accelerations of chains of bodies against hand-written C and Simbody
	@MSL="$(MSL)" python3 bench/multibody/run.py $(B)/kron

bench-grid: all ## grids of resistors against KLU
	@python3 bench/grid/run.py $(B)/kron

unit: $(UNIT)
threads: $(B)/unit/kron_threads $(B)/unit/fmi_instances
fuzz: $(FUZZ)

# What is installed where, once for install and uninstall.
TO       = $(DESTDIR)$(PREFIX)
RT_H     = $(addprefix rt/,abi.h abi_array.h model.h texts.h program.h)
DOCS     = README.md LICENSE $(wildcard docs/*.md) $(wildcard docs/book/*.md)
INSTALLED = bin/kron lib/libkron.a lib/$(SO) lib/$(SONAME) lib/libkron.so lib/pkgconfig/kron.pc \
           include/kron.h $(addprefix include/kron/,$(RT_H)) share/man/man1/kron.1 \
           share/bash-completion/completions/kron share/zsh/site-functions/_kron

install: all ## install into PREFIX (default /usr/local), below DESTDIR
	install -d $(TO)/bin $(TO)/lib/pkgconfig $(TO)/include/kron/rt $(TO)/share/kron $(TO)/share/man/man1 \
	    $(TO)/share/doc/kron $(TO)/share/bash-completion/completions $(TO)/share/zsh/site-functions
	install -m 755 $(B)/kron $(TO)/bin/kron
	install -m 644 $(B)/libkron.a $(TO)/lib/libkron.a
	install -m 755 $(B)/$(SO) $(TO)/lib/$(SO)
	ln -sf $(SO) $(TO)/lib/$(SONAME)
	ln -sf $(SO) $(TO)/lib/libkron.so
	install -m 644 include/kron.h $(TO)/include/kron.h
	install -m 644 $(RT_H) $(TO)/include/kron/rt
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@LIBS@|$(LIBS)|' tools/kron.pc.in \
	    > $(TO)/lib/pkgconfig/kron.pc
	$(B)/kron --man > $(TO)/share/man/man1/kron.1
	$(B)/kron --completion bash > $(TO)/share/bash-completion/completions/kron
	$(B)/kron --completion zsh > $(TO)/share/zsh/site-functions/_kron
	cp -r lib $(TO)/share/kron/
	cp -r examples $(TO)/share/kron/
	install -m 644 $(DOCS) $(TO)/share/doc/kron

uninstall: ## remove what install has put there
	rm -f $(addprefix $(TO)/,$(INSTALLED))
	rm -rf $(TO)/share/kron $(TO)/share/doc/kron
	-rmdir -p --ignore-fail-on-non-empty $(TO)/include/kron/rt $(TO)/lib/pkgconfig $(TO)/share/man/man1 \
	    $(TO)/share/doc $(TO)/share/bash-completion/completions $(TO)/share/zsh/site-functions $(TO)/bin 2> /dev/null

book: all ## the book of docs/book as build/book/book.html and book.pdf
	@sh tools/book.sh $(B)/kron $(B)/book

format: ## clang-format all sources
	clang-format -i $$(git ls-files '*.c' '*.h')

clean: ## remove build/
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' $(firstword $(MAKEFILE_LIST)) | \
	    awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

-include $(shell find $(B) -name '*.d' 2>/dev/null)
bench-inline: all ## inlined integration methods against SUNDIALS (SUNDIALS=DIR: libraries compiled with -O2)
	@python3 bench/inline/run.py $(B)/kron $(if $(SUNDIALS),--sundials "$(SUNDIALS)")

bench-circuits: all ## circuits against ngspice and IDA (SUNDIALS=DIR: libraries compiled with -O2)
	@python3 bench/circuits/run.py $(B)/kron $(if $(SUNDIALS),--sundials "$(SUNDIALS)")

bench-scale: all ## the ScalableTestSuite in growing sizes (SCALE=DIR: folder that contains it; MSL=DIR)
	@python3 bench/scale/run.py $(B)/kron "$(SCALE)" $(if $(MSL),-I "$(MSL)") --out $(B)/bench/scale

.PHONY: all book deps test-deps demo check check-methods soak check-msl update asan cov bench bench-multibody bench-grid bench-inline bench-circuits bench-scale unit fuzz threads install uninstall FORCE format clean help
.SECONDARY:
