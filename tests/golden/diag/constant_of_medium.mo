package Med
  constant Real rho;
end Med;
package Oil
  extends Med;
end Oil;
model Tank
  replaceable package Medium = Med;
  Real m = Medium.rho*2*time;
end Tank;
model Sys
  Tank t(redeclare package Medium = Oil);
end Sys;
