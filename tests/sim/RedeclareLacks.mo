//! stderr `Medium` is redeclared as `RedeclareLacks.Plain`, which is no full `RedeclareLacks.Rich`: it has no element `boiling`
//! stderr `driver` is redeclared as `RedeclareLacks.Direct`, which is no full `RedeclareLacks.Filtered`: it has no element `filter`
//! stderr should not extend the model `RedeclareLacks.Picture`, which is empty
//! expect v["source.h"] = 3 within 1e-12
//! expect v["source.driver.y"] = t within 1e-12
model RedeclareLacks "What nobody uses may be missing: a function of a medium, a model inside of a model"
  package Rich
    constant Real cp = 2;
    function boiling
      input Real p;
      output Real T = 373*p;
    algorithm
    end boiling;
  end Rich;
  package Plain
    constant Real cp = 3;
  end Plain;
  model Picture
  equation
  end Picture;
  block Gain
    extends Picture;
    input Real u;
    output Real y = u;
  end Gain;
  model Filtered
    output Real y;
    Gain filter(u = time);
  equation
    y = filter.y;
  end Filtered;
  model Direct
    output Real y = time;
  end Direct;
  model Source
    replaceable package Medium = Rich;
    replaceable Filtered driver;
    Real h = Medium.cp;
  end Source;
  Source source(redeclare package Medium = Plain, redeclare Direct driver);
  Gain gain(u = 1);
end RedeclareLacks;
