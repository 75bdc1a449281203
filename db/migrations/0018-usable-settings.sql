-- A stored setting that cannot be used gives its key back to the default, for every reader.
-- Whether a value is a whole number of a range.
create function is_whole(value jsonb, lowest numeric, highest numeric) returns boolean language sql immutable as $$
  select case when jsonb_typeof(value) = 'number'
    then value::numeric % 1 = 0 and value::numeric between lowest and highest else false end
$$;
-- Whether a value is a text of at most so many characters.
create function is_text(value jsonb, most int) returns boolean language sql immutable as $$
  select case when jsonb_typeof(value) = 'string'
    then char_length(value #>> '{}') between 1 and most else false end
$$;
-- Whether a value can be used as a setting; the same as `Settings` of the contract. Null gives a key back to its default.
create function is_setting(name text, value jsonb) returns boolean language sql immutable as $$
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
create or replace function settings_at(project uuid, at timestamptz) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(own.key, own.value), '{}')
  from jsonb_each((
    select jsonb_strip_nulls(jsonb_object_agg(e.key, e.value order by v.effective_from, v.id))
    from setting_versions v, jsonb_each(v.changes) e
    where v.project_id = project and v.effective_from <= at and v.withdrawn_at is null)) own
  where is_setting(own.key, own.value)
$$;
