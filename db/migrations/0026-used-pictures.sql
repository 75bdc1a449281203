-- A picture is its uploader's until it is used. Those that something shows are used; the others are removed by a job.
alter table images add column used_at timestamptz;
update images i set used_at = i.created_at
where i.is_personal
  or exists (select from train_classes c where c.cover_key = i.key or position(i.key in c.introduction) > 0)
  or exists (select from project_texts t where position(i.key in t.content) > 0)
  or exists (select from certificate_templates t where position(i.key in t.design::text) > 0)
  or exists (select from project_configs c where position(i.key in c::text) > 0)
  or exists (select from setting_versions s where position(i.key in s::text) > 0);
alter table images add check (used_at is not null or not is_personal);
create index images_unused on images (created_at) where used_at is null;
create index images_personal on images (used_at) where is_personal;
