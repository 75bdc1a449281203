-- The running program may add to the log but not touch where a chain ends: its trigger does that with its owner's
-- rights. It owns no table, and only an owner can refresh a table's statistics before PostgreSQL 17.
alter function chain_operation() security definer set search_path = public, pg_temp;

create function analyze_import_rows() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze import_rows (import_id, row_no, state, card_index, mobile_index, key_hash);
end $$;
