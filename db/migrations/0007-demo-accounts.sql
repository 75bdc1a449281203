alter table accounts add column demo boolean not null default false;
create index accounts_demo on accounts (project_id) where demo;

-- The demo hashed its password once for all of its accounts, so they share salt and hash, as no others do.
update accounts set demo = true
where (project_id, password_hash) in (
  select project_id, password_hash from accounts
  where login_name in ('admin', 'unit', 'finance', 'service', 'learner')
  group by project_id, password_hash having count(*) > 1);
