//! run
//! expect y = 7*t within 1e-12
//! stderr `ExternalObjectType.Store` extends from ExternalObject: it should be a `class`, not a `type`
model ExternalObjectType "An external object that is declared as a type"
  type Store
    extends ExternalObject;
    function constructor
      input Real x;
      output Store s;
      external "C" s = kron_test_store(x) annotation(Include = "
#include <stdlib.h>
static void *kron_test_store(double x) { double *p = malloc(sizeof *p); *p = x; return p; }
static void kron_test_drop(void *p) { free(p); }
static double kron_test_read(void *p) { return *(double *)p; }
");
    end constructor;
    function destructor
      input Store s;
      external "C" kron_test_drop(s);
    end destructor;
  end Store;
  function read
    input Store s;
    output Real x;
    external "C" x = kron_test_read(s);
  end read;
  parameter Store store = Store(7);
  Real y = read(store)*time;
end ExternalObjectType;
