-- Why a paid order is closed whose places cannot be opened: each reason by its own word.
alter table orders drop constraint orders_closed_reason_check,
  add constraint orders_closed_reason check (
    closed_reason in ('learner', 'operator', 'expired', 'place_gone', 'joined', 'study_over', 'class_gone'));

-- The end of an order's time before a proposal gave it more: what it falls back to when that is withdrawn.
alter table orders add own_end timestamptz;
