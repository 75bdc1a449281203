-- Whether a person has not accepted a version of their portal's agreement that everybody has to accept, nor a later one.
create or replace function agreement_due(person uuid) returns boolean language sql stable as $$
  select exists (
    select from accounts a join project_texts t on t.project_id = a.project_id and t.kind = 'agreement' and t.required
    where a.id = person and not exists (
      select from agreement_consents c join project_texts given on given.id = c.text_id
      where c.account_id = a.id and given.kind = 'agreement' and given.version >= t.version))
$$;
