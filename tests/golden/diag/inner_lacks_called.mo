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
    Real y = sum(source.row(1));
  end Part;
end Data;

model InnerLacksCalled "The outer declaration names functions that the inner has not, and it is called"
  inner parameter Data.Table source;
  Data.Part part;
end InnerLacksCalled;
