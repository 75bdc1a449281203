-- The words of the field: what a learner chose at registration, and payments reconciled with their channel.
alter table skill_wishes rename to chosen_skills;
alter table chosen_skills rename constraint skill_wishes_pkey to chosen_skills_pkey;
alter table chosen_skills rename constraint skill_wishes_account_id_fkey to chosen_skills_account_id_fkey;
alter table chosen_skills rename constraint skill_wishes_category_id_fkey to chosen_skills_category_id_fkey;
-- PostgreSQL names these from version 18 on.
do $$
declare of_column text;
begin
  foreach of_column in array array['account_id', 'category_id', 'created_at'] loop
    if exists (select from pg_constraint
      where conrelid = 'chosen_skills'::regclass and conname = 'skill_wishes_' || of_column || '_not_null') then
      execute format('alter table chosen_skills rename constraint %I to %I',
        'skill_wishes_' || of_column || '_not_null', 'chosen_skills_' || of_column || '_not_null');
    end if;
  end loop;
end $$;
alter index skill_wishes_category rename to chosen_skills_category;
update jobs set type = 'payment.reconcile' where type = 'payment.converge';
