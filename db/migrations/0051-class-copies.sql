-- A request to copy a class that is sent again makes no second copy.
alter table train_classes
  add copied_from uuid references train_classes,
  add copy_request text,
  add constraint train_classes_copied_once unique (copied_from, copy_request);
