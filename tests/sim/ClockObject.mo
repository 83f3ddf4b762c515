//! run --stop 1
//! expect made = 3 within 0
//! expect got = 12 within 0
//! expect calls = ticks within 0
//! final ticks = 3 within 0
model ClockObject "An external object that the first tick makes; a call of several results is one call at a tick"
  class Buffer
    extends ExternalObject;
    function constructor
      input Integer first;
      output Buffer b;
      external "C" b = kron_test_buffer(first) annotation(Include = "
#include <stdlib.h>
typedef struct { int first, sum, calls; } Buffer;
static void *kron_test_buffer(int first) { Buffer *b = calloc(1, sizeof *b); b->first = first; return b; }
static void kron_test_free(void *b) { free(b); }
static void kron_test_clear(void *b) { ((Buffer *)b)->sum = ((Buffer *)b)->first; }
static void kron_test_add(void *b, int u) { ((Buffer *)b)->sum += u; }
static void kron_test_get(void *b, int *sum, int *calls) { *sum = ((Buffer *)b)->sum++; *calls = ++((Buffer *)b)->calls; }
");
    end constructor;
    function destructor
      input Buffer b;
      external "C" kron_test_free(b);
    end destructor;
  end Buffer;
  function clear
    input Buffer b;
    input Real order;
    output Real next;
  protected
    impure function call
      input Buffer b;
      external "C" kron_test_clear(b);
    end call;
  algorithm
    call(b);
    next := order;
  end clear;
  function add
    input Buffer b;
    input Integer u[:];
    input Real order;
    output Real next;
  protected
    impure function call
      input Buffer b;
      input Integer u;
      external "C" kron_test_add(b, u);
    end call;
  algorithm
    for i in 1:size(u, 1) loop
      call(b, u[i]);
    end for;
    next := order;
  end add;
  function get
    input Buffer b;
    input Integer n;
    input Real order;
    output Integer y[n];
    output Real next;
  protected
    impure function call
      input Buffer b;
      output Integer sum;
      output Integer calls;
      external "C" kron_test_get(b, sum, calls);
    end call;
  algorithm
    (y[1], y[2]) := call(b);
    next := order;
  end get;
  Buffer buffer;
  Boolean begun(start = false);
  Integer made(start = 0);
  Real order(start = 0), cleared, added, read;
  Integer y[2];
  Integer got = hold(y[1]);
  Integer calls = hold(y[2]);
  Integer tick(start = 0);
  Integer ticks = hold(tick);
  equation
  when Clock(0.5) then
    if not previous(begun) then
      made = 3;
      buffer = Buffer(made);
      begun = true;
    else
      made = previous(made);
      buffer = previous(buffer);
      begun = previous(begun);
    end if;
    order = previous(order) + interval();
    cleared = clear(buffer, order);
  end when;
  when Clock() then
    added = add(buffer, {4, 5}, cleared);
  end when;
  when Clock() then
    (y, read) = get(buffer, 2, added);
    tick = previous(tick) + 1;
  end when;
end ClockObject;
