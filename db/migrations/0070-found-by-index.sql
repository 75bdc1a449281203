-- The two-character pieces of a name, lower case; the same as `bigramsOf` of the contract, for indexes of a name itself.
create function bigrams_of(name text) returns text[] language sql immutable parallel safe as $$
  select case when length(plain) < 2 then array[plain] else array(
    select distinct substr(plain, place, 2) from generate_series(1, length(plain) - 1) place) end
  from lower(regexp_replace(name, '\s', '', 'g')) plain
$$;

-- Where wrong passwords of an account are counted; the same as the bucket of the limit of tries.
create function password_bucket(account_id uuid, password_hash text) returns text
language sql immutable parallel safe as $$
  select 'password:' || translate(rtrim(encode(
    sha256(convert_to(account_id::text || ' ' || password_hash, 'UTF8')), 'base64'), '='), '+/', '-_')
$$;

-- Incremented by each edit of what its form shows, to detect concurrent edits.
alter table accounts add revision int not null default 1;
-- An account is found by a part of the name, a family name, the beginning of the login name, or as one that is locked.
create index accounts_named on accounts using gin (bigrams_of(user_name));
create index accounts_family on accounts (project_id, left(user_name, 1));
create index accounts_login on accounts (project_id, lower(login_name) collate "C");
create index accounts_guessed on accounts (password_bucket(id, password_hash));
create index units_named on units using gin (bigrams_of(name));
-- The enrolments that a proposal about a class lists.
create index approvals_members on approvals using gin ((before->'members') jsonb_path_ops);
-- A request to create a class that is sent again makes no second class.
create unique index train_classes_created_once on train_classes (project_id, copy_request) where copied_from is null;
