-- Learners apply for refunds of what they paid, operators refund: whole classes or a part of the money, of which neither
-- an item nor a payment can give back more than it took.
alter table order_items
  add column refunding bigint not null default 0 check (refunding >= 0),
  add check (refunded + refunding <= payable);

alter table refunds
  add column account_id uuid references accounts,
  add column applicant_id uuid references accounts,
  add column reason text,
  add column terms jsonb,
  add column decider_id uuid references accounts,
  add column decided_at timestamptz,
  add column decision text,
  add column offline jsonb;
update refunds r set account_id = o.account_id from orders o where o.id = r.order_id;
alter table refunds
  alter column account_id set not null,
  add check ((kind = 'surplus') = (applicant_id is null)),
  add check ((applicant_id is null) = (reason is null)),
  add check ((status = 'rejected') = (decision is not null)),
  add check (offline is null or status = 'succeeded');
create index refunds_account on refunds (account_id, id desc);
create index refunds_created on refunds (project_id, created_at, id);
create index refunds_amount on refunds (project_id, amount, id);
create index refunds_applicant on refunds (applicant_id);
create index refunds_decider on refunds (decider_id);

create table refund_items (
  refund_id uuid not null references refunds,
  order_item_id uuid not null references order_items,
  amount bigint not null check (amount > 0),
  -- Basis points of study, and calendar days since the payment.
  progress int not null check (progress between 0 and 10000),
  days int not null check (days >= 0),
  primary key (refund_id, order_item_id)
);
create index refund_items_item on refund_items (order_item_id);

-- Who waives orders and sees refunds decides on them as well.
update roles set menus = menus || '{/invoice-manage/refund-list#do,/invoice-manage/refund-list#reject}'
where '/invoice-manage/refund-list' = any(menus) and '/order-manage/list#free' = any(menus);

-- A setting more: from how much on a refund takes two persons.
create or replace function default_settings() returns jsonb language sql immutable as $$
  select '{
    "title": "继续教育",
    "shortTitle": "继续教育",
    "versionCode": "1",
    "studyModel": "free",
    "showClassTypeModel": "tabs",
    "trySeeVideo": true,
    "hideElective": false,
    "classStartYear": 2019,
    "hidePublicBaseType": false,
    "hideSpecializedBaseType": false,
    "hidePublicMajorType": false,
    "hideSpecializedMajorType": false,
    "studentRefund": false,
    "refundClassProcess": 0,
    "refundOrderTimes": 0,
    "refundOrderDays": 0,
    "hideYearCertificate": false,
    "finishVideoCanSeek": true,
    "videoCanSeekByLimitTime": false,
    "videoCanSeek": false,
    "videoSeekLimitSeconds": 30,
    "pauseWhenHidden": true,
    "loginAsRegister": false,
    "singleSession": false,
    "singleRole": false,
    "showSettings": false,
    "tagsView": true,
    "fixedHeader": false,
    "sidebarLogo": false,
    "errorLog": true,
    "index2Open": "1",
    "showClassType": [
      {"key": "public", "name": "公需课", "nameEn": "Public courses", "path": "/publicClass"},
      {"key": "specialized", "name": "专业课", "nameEn": "Specialized courses", "path": "/specialized"},
      {"key": "professional", "name": "行业课", "nameEn": "Professional courses", "path": "/professional"},
      {"key": "vocational", "name": "职业技能", "nameEn": "Vocational skills", "path": "/vocational"}
    ],
    "themeColor": "#1890ff",
    "requiredHoursTenths": {"public": 300, "specialized": 600},
    "totalHoursTenths": 900,
    "countCourseOnce": true,
    "minutesPerHour": 45,
    "hourTolerance": null,
    "maxPlayRate": 100,
    "secondWindow": "refuse",
    "orderMinutes": 30,
    "approvalDays": 14,
    "freeOrdersADay": 20,
    "refundApprovalAbove": 1000,
    "mismatchRule": "confirm"
  }'::jsonb
$$;
create or replace function is_setting(name text, value jsonb) returns boolean language sql immutable as $$
  select case
    when not default_settings() ? name then false
    when jsonb_typeof(value) = 'null' then true
    when jsonb_typeof(default_settings() -> name) = 'boolean' then jsonb_typeof(value) = 'boolean'
    when rule.bounds ? name then
      is_whole(value, (rule.bounds -> name ->> 0)::numeric, (rule.bounds -> name ->> 1)::numeric)
    when rule.lengths ? name then is_text(value, (rule.lengths ->> name)::int)
    when rule.choices ? name then jsonb_typeof(value) = 'string' and rule.choices -> name ? (value #>> '{}')
    when name = 'themeColor' then jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^#[0-9a-fA-F]{6}$'
    when name = 'requiredHoursTenths' then case when jsonb_typeof(value) = 'object' then not exists (
      select from jsonb_each(value) hours where not is_whole(hours.value, 0, 10000)) else false end
    when name = 'showClassType' then case when jsonb_typeof(value) = 'array' then
      jsonb_array_length(value) between 1 and 12 and not exists (
        select from jsonb_array_elements(value) kind where (
          kind ->> 'key' ~ '^[a-z][A-Za-z0-9]{1,39}$' and is_text(kind -> 'name', 20)
          and is_text(kind -> 'nameEn', 40) and kind ->> 'path' ~ '^/[A-Za-z0-9/-]{1,59}$') is not true)
      else false end
    else false end
  from (select '{
    "classStartYear": [2000, 2100],
    "refundClassProcess": [0, 100],
    "refundOrderTimes": [0, 100],
    "refundOrderDays": [0, 365],
    "videoSeekLimitSeconds": [2, 600],
    "maxPlayRate": [50, 300],
    "orderMinutes": [5, 10080],
    "approvalDays": [1, 365],
    "freeOrdersADay": [0, 1000],
    "refundApprovalAbove": [0, 1000000],
    "totalHoursTenths": [0, 10000],
    "minutesPerHour": [1, 120],
    "hourTolerance": [0, 1000]
  }'::jsonb as bounds, '{"title": 60, "shortTitle": 20, "versionCode": 20}'::jsonb as lengths, '{
    "studyModel": ["free", "sequence"],
    "showClassTypeModel": ["tabs", "menu"],
    "index2Open": ["0", "1"],
    "secondWindow": ["refuse", "takeover"],
    "mismatchRule": ["confirm", "refuse"]
  }'::jsonb as choices) rule
$$;
