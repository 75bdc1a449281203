-- The words of the field: what a learner chose at registration, and payments reconciled with their channel.
alter table skill_wishes rename to chosen_skills;
alter table chosen_skills rename constraint skill_wishes_pkey to chosen_skills_pkey;
alter table chosen_skills rename constraint skill_wishes_account_id_fkey to chosen_skills_account_id_fkey;
alter table chosen_skills rename constraint skill_wishes_category_id_fkey to chosen_skills_category_id_fkey;
alter table chosen_skills rename constraint skill_wishes_account_id_not_null to chosen_skills_account_id_not_null;
alter table chosen_skills rename constraint skill_wishes_category_id_not_null to chosen_skills_category_id_not_null;
alter table chosen_skills rename constraint skill_wishes_created_at_not_null to chosen_skills_created_at_not_null;
alter index skill_wishes_category rename to chosen_skills_category;
update jobs set type = 'payment.reconcile' where type = 'payment.converge';
