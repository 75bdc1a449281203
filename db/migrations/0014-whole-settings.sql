-- Settings are read whole: the defaults are here as well as in the rules, so that no query repeats one.
create function default_settings() returns jsonb language sql immutable as $$
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
    "mismatchRule": "confirm"
  }'::jsonb
$$;
create or replace function settings_at(project uuid, at timestamptz) returns jsonb language sql stable as $$
  select coalesce(jsonb_strip_nulls(jsonb_object_agg(e.key, e.value order by v.effective_from, v.id)), '{}')
  from setting_versions v, jsonb_each(v.changes) e
  where v.project_id = project and v.effective_from <= at and v.withdrawn_at is null and default_settings() ? e.key
$$;
create or replace function settings_of(project uuid) returns jsonb language sql stable as $$
  select default_settings() || settings_at(project, moment())
$$;
