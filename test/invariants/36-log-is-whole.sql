-- (36) No row of the operation log was changed, taken out or put in behind the product's back.
select * from operation_log_faults
