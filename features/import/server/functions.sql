-- Only an owner can refresh a table's statistics before PostgreSQL 17, and the running program owns none.
create or replace function analyze_import_rows() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze import_rows (import_id, row_no, state, card_index, mobile_index, key_hash);
end $$;
