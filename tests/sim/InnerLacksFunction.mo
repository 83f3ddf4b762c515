//! run --stop 1
//! expect v["part.y"] = 3*t within 1e-12
//! stderr the inner `source` is of the class `Data.Table`, which is no full `Data.Source`: it has no element `row`
package Data
  partial record Source "All that a source of data may offer"
    partial function value
      input Real x;
      output Real y;
    end value;
    partial function row
      input Integer i;
      output Real y[2];
    end row;
  end Source;

  record Table "Offers values only"
    function value
      input Real x;
      output Real y = 3*x;
    algorithm
    end value;
  end Table;

  model Part
    outer parameter Data.Source source;
    Real y = source.value(time);
  end Part;
end Data;

model InnerLacksFunction "The outer declaration names functions that the inner has not, and nobody calls"
  inner parameter Data.Table source;
  Data.Part part;
end InnerLacksFunction;
