//! status 1
//! stderr there is no function `system` in the C library's mathematics
model FailExternalSystem "a model cannot call whatever the process has"
  function run
    input String command;
    output Integer status;
  external "C" status = system(command);
  end run;
  Integer status = run("touch external_was_run");
end FailExternalSystem;
