-- (29) Every project with people in it has an active administrator who holds the menus of roles and administrators, and
-- nobody but a learner lacks a role's project: role, account and unit are of one project.
select p.id, 'nobody administers it' as problem
from projects p
where p.status = 'active' and exists (select from accounts a where a.project_id = p.id)
  and not exists (
    select from accounts a join roles r on r.id = a.role_id
    where a.project_id = p.id and a.status = 'active' and r.role_system = 1
      and r.menus @> array['/account-manage/role', '/account-manage/administrator-list'])
union all
select a.id, 'has a role or a unit of another project'
from accounts a join roles r on r.id = a.role_id left join units u on u.id = a.unit_id
where r.project_id <> a.project_id or u.project_id <> a.project_id
union all
select r.id, 'is a learner’s role and holds menus' from roles r where r.role_system = 3 and r.menus <> '{}'
