# kron - build, test, install. `make help` lists the targets.

CC      ?= cc
B       ?= build
PREFIX  ?= /usr/local
OPT     ?= -O2 -g
SAN     ?=

WARN     = -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror
CPPFLAGS += -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Isrc -Iinclude -I. -I/usr/include/suitesparse
CFLAGS  += -std=c17 $(OPT) $(SAN) $(WARN) -ffp-contract=off -fno-common -MMD -MP
LDFLAGS += $(SAN) -rdynamic
LIBS     = -lsundials_cvode -lsundials_ida -lsundials_nvecserial -lsundials_sunmatrixdense \
           -lsundials_sunmatrixsparse -lsundials_sunlinsoldense -lsundials_sunlinsolklu \
           -lklu -lbtf -lamd -lcolamd -lsuitesparseconfig -llapack -lblas -ltcc -ldl -lpthread -lm

# The sources by folder, in the order in which they depend on each other.
MODULES  = base syntax symbolic graph model dae emit session
obj      = $(patsubst %.c,$(B)/%.o,$(wildcard $(1)/*.c))
MAIN     = $(B)/src/main.o
OBJ      = $(foreach m,$(MODULES),$(call obj,src/$(m))) $(B)/src/pipeline.o $(call obj,rt)

all: $(B)/kron

$(B)/kron: $(MAIN) $(OBJ)
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# Unit tests: tests/unit/MODULE_name.c is linked with what MODULE depends on.
USES_base     = base
USES_syntax   = base syntax
USES_symbolic = base symbolic
USES_graph    = graph
USES_model    = base syntax symbolic model
USES_dae      = base syntax symbolic graph model dae
USES_emit     = base syntax symbolic graph model dae emit
UNIT     = $(patsubst tests/unit/%.c,$(B)/unit/%,$(wildcard tests/unit/*.c))

.SECONDEXPANSION:
$(B)/unit/rt_%: $(B)/tests/unit/rt_%.o $(call obj,rt)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)
$(B)/unit/%: $(B)/tests/unit/%.o $$(foreach m,$$(USES_$$(firstword $$(subst _, ,$$*))),$$(call obj,src/$$(m)))
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

unit: $(UNIT)
	@for t in $(UNIT); do echo "$$t"; $$t || exit 1; done

clean:
	rm -rf build

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

-include $(shell find $(B) -name '*.d' 2>/dev/null)
.PHONY: all unit clean format
.SECONDARY:
