create or replace function keep_setting_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and old.effective_from > moment() then
    if (new.id, new.project_id, new.changes, new.effective_from, new.created_at)
      = (old.id, old.project_id, old.changes, old.effective_from, old.created_at) then return new; end if;
  end if;
  raise exception 'setting_versions are added and kept; one whose time has not come can be withdrawn';
end $$;

create or replace function keep_project_text() returns trigger language plpgsql as $$
begin
  raise exception 'project_texts are added and kept: what was accepted is what was read';
end $$;

-- What a project is without a word of its own; the same as `defaultSettings` of the rules.
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
    "captureKind": "off",
    "captureEveryFrom": 15,
    "captureEveryTo": 25,
    "captureSeconds": 60,
    "captureTries": 3,
    "capturesADay": 8,
    "captureMisses": 9,
    "captureMakeUpDays": 3,
    "orderMinutes": 30,
    "transferDays": 15,
    "bankAccountName": null,
    "bankName": null,
    "bankAccount": null,
    "approvalDays": 14,
    "freeOrdersADay": 20,
    "freeAmountADay": 20000,
    "refundApprovalAbove": 1000,
    "mismatchRule": "confirm"
  }'::jsonb
$$;

-- Whether a value is a whole number of a range.
create or replace function is_whole(value jsonb, lowest numeric, highest numeric) returns boolean language sql immutable as $$
  select case when jsonb_typeof(value) = 'number'
    then value::numeric % 1 = 0 and value::numeric between lowest and highest else false end
$$;

-- Whether a value is a text of at most so many characters.
create or replace function is_text(value jsonb, most int) returns boolean language sql immutable as $$
  select case when jsonb_typeof(value) = 'string'
    then char_length(value #>> '{}') between 1 and most else false end
$$;

-- Whether a value can be used as a setting; the same as `Settings` of the contract. Null gives a key back to its default.
create or replace function is_setting(name text, value jsonb) returns boolean language sql immutable as $$
  select case
    when not default_settings() ? name then false
    when jsonb_typeof(value) = 'null' then true
    when jsonb_typeof(default_settings() -> name) = 'boolean' then jsonb_typeof(value) = 'boolean'
    when rule.bounds ? name then
      is_whole(value, (rule.bounds -> name ->> 0)::numeric, (rule.bounds -> name ->> 1)::numeric)
    when rule.lengths ? name then is_text(value, (rule.lengths ->> name)::int)
    when rule.choices ? name then jsonb_typeof(value) = 'string' and rule.choices -> name ? (value #>> '{}')
    when name = 'bankAccount' then jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[0-9][0-9 -]{4,38}[0-9]$'
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
    "captureEveryFrom": [5, 240],
    "captureEveryTo": [5, 240],
    "captureSeconds": [20, 600],
    "captureTries": [1, 10],
    "capturesADay": [1, 50],
    "captureMisses": [1, 100],
    "captureMakeUpDays": [1, 60],
    "orderMinutes": [5, 10080],
    "transferDays": [1, 60],
    "approvalDays": [1, 365],
    "freeOrdersADay": [0, 1000],
    "freeAmountADay": [0, 10000000],
    "refundApprovalAbove": [0, 1000000],
    "totalHoursTenths": [0, 10000],
    "minutesPerHour": [1, 120],
    "hourTolerance": [0, 1000]
  }'::jsonb as bounds, '{"title": 60, "shortTitle": 20, "versionCode": 20, "bankAccountName": 60, "bankName": 60}'::jsonb as lengths, '{
    "studyModel": ["free", "sequence"],
    "showClassTypeModel": ["tabs", "menu"],
    "index2Open": ["0", "1"],
    "secondWindow": ["refuse", "takeover"],
    "captureKind": ["off", "presence", "photo", "face"],
    "mismatchRule": ["confirm", "refuse"]
  }'::jsonb as choices) rule
$$;

-- A project's own words as they stand at a moment: later steps over earlier ones. What is no setting is left out, and a
-- value that cannot be used, so that its key has its default.
create or replace function settings_at(project uuid, at timestamptz) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(own.key, own.value), '{}')
  from jsonb_each((
    select jsonb_strip_nulls(jsonb_object_agg(e.key, e.value order by v.effective_from, v.id))
    from setting_versions v, jsonb_each(v.changes) e
    where v.project_id = project and v.effective_from <= at and v.withdrawn_at is null)) own
  where is_setting(own.key, own.value)
$$;

-- A project's settings now, every one of them: its own words over the defaults.
create or replace function settings_of(project uuid) returns jsonb language sql stable as $$
  select default_settings() || settings_at(project, moment())
$$;

-- A project's settings a day ago, and as they stood each time that one of these changed since: what was changed for a
-- moment helps nobody.
create or replace function settings_of_day(project uuid, names text[]) returns setof jsonb language sql stable as $$
  select default_settings() || settings_at(project, at)
  from (
    select moment() - interval '1 day'
    union all
    select effective_from from setting_versions
    where project_id = project and withdrawn_at is null and changes ?| names
      and effective_from > moment() - interval '1 day' and effective_from <= moment()) moments (at)
$$;

-- What a limit on one person allows: the least that it was within a day, so that raised it counts a day later.
create or replace function limit_of(project uuid, name text) returns bigint language sql stable as $$
  select min((each ->> name)::bigint) from settings_of_day(project, array[name]) each
$$;

create or replace function newest_text(project uuid, wanted text) returns project_texts language sql stable as $$
  select t from project_texts t where t.project_id = project and t.kind = wanted order by t.version desc limit 1
$$;
