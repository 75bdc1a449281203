-- Why a row of a batch was refused is stored as refusals; what was stored as a sentence is the value of one.
update batch_rows set reason = jsonb_build_array(jsonb_build_object(
  'code', 'batch.earlier', 'values', jsonb_build_object('sentence', reason)))
where reason is not null;
