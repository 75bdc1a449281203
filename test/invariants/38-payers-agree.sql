-- (38) Who pays an order and of which kind it is agree with who learns by its items: a personal order is one learner's own,
-- a unit pays a batch, and payer and learners are of the order's project.
select o.id, 'a personal order is for somebody else than its payer' as problem
from orders o join order_items i on i.order_id = o.id
where o.kind = 'personal' and i.account_id is distinct from o.account_id
union all
select o.id, 'an order is of nothing'
from orders o where not exists (select from order_items i where i.order_id = o.id)
union all
select o.id, 'a personal order or its refund names another payer than the order'
from orders o join refunds r on r.order_id = o.id where r.account_id is distinct from o.account_id
union all
select o.id, 'the payer is of another project'
from orders o left join accounts a on a.id = o.account_id left join units u on u.id = o.payer_unit_id
where coalesce(a.project_id, u.project_id) <> o.project_id
union all
select o.id, 'a learner is of another project'
from orders o join order_items i on i.order_id = o.id join accounts a on a.id = i.account_id
where a.project_id <> o.project_id
union all
select o.id, 'a unit pays for itself what its managers do not see'
from orders o where o.payer_unit_id is not null and o.unit_id is distinct from o.payer_unit_id
union all
select o.id, 'an order of sign-ups is of a class, or another of a sign-up'
from orders o join order_items i on i.order_id = o.id where (o.kind = 'cms') <> (i.sign_up_id is not null)
