-- The list sorted by status has both of them in one direction, which this index is read in, or both in the other.
drop index approvals_status;
create index approvals_status on approvals (project_id, status, id);
