-- (34) Every branch of a tree is reached from a root, hangs on a branch of its own project that is still there, and a
-- unit's path names all above it; a merged unit points at one that is there.
with recursive branch as (
  select 'units' as tree, id, parent_id, project_id, status in ('active', 'disabled') as lives from units
  union all select 'class_categories', id, parent_id, project_id, status = 'active' from class_categories
  union all select 'course_categories', id, parent_id, project_id, status = 'active' from course_categories
  union all select 'resource_categories', id, parent_id, project_id, status = 'active' from resource_categories
  union all select 'exam_types', id, parent_id, project_id, true from exam_types
),
reached as (
  select tree, id from branch where parent_id is null
  union all
  select b.tree, b.id from branch b join reached r on r.tree = b.tree and r.id = b.parent_id
)
select tree, id, 'is reached from no root' as problem
from branch b where not exists (select from reached r where (r.tree, r.id) = (b.tree, b.id))
union all
select b.tree, b.id, 'hangs on a branch that is gone or of another project'
from branch b join branch p on p.tree = b.tree and p.id = b.parent_id
where b.lives and not p.lives or b.project_id <> p.project_id
union all
select 'units', u.id, 'has another path than its place'
from units u left join units p on p.id = u.parent_id
where u.path <> coalesce(p.path, '') || u.id || '/'
union all
select 'units', u.id, 'was merged into one that is not there'
from units u join units s on s.id = u.merged_into
where s.status not in ('active', 'disabled') or s.project_id <> u.project_id
