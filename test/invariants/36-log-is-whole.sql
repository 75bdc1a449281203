-- (36) No row of the operation log was changed, deleted or inserted directly in the database.
select * from operation_log_faults
