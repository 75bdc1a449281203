-- The office lowers the price of an unpaid order, within a number and a sum a day.
alter table order_items
  drop constraint order_items_check,
  add column adjustment bigint not null default 0 check (adjustment <= 0),
  add constraint order_items_check check (payable = price - discount + adjustment and payable >= 0);

-- What the office took off the price of an unpaid item, or gave back of that, each time with a reason.
create table order_adjustments (
  id uuid primary key default new_id(),
  project_id uuid not null references projects,
  order_id uuid not null references orders,
  item_id uuid not null references order_items,
  amount bigint not null check (amount <> 0),
  reason text not null check (reason <> ''),
  operator_id uuid not null references accounts,
  -- A second person approved it: it counts against nobody's daily limit.
  approved boolean not null,
  created_at timestamptz not null default moment()
);
create index order_adjustments_order on order_adjustments (order_id, id);
create index order_adjustments_item on order_adjustments (item_id);
create index order_adjustments_operator on order_adjustments (operator_id, created_at);
create index order_adjustments_project on order_adjustments (project_id);

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
    "freeAmountADay": 20000,
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
    "freeAmountADay": [0, 10000000],
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
