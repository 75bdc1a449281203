-- A session knows whether its second factor was proved. Since the factor was confirmed no sign-in opened anything before.
alter table sessions add column factor_proved boolean not null default false;
update sessions s set factor_proved = true from second_factors f
where f.account_id = s.account_id and f.confirmed_at is not null and s.created_at >= f.confirmed_at
  and not s.awaits_factor and s.viewed_from is null;

-- Who administers a project may go on taking a lost second factor off; a menu entry of its own decides it now.
update roles set menus = array_append(menus, '/account-manage/administrator-list#factor')
where role_system = 1 and data_scope = 'kind' and deleted_at is null
  and menus @> array['/account-manage/role', '/account-manage/role#save', '/account-manage/administrator-list',
    '/account-manage/administrator-list#add']
  and not menus @> array['/account-manage/administrator-list#factor'];
