-- The unit beside the name: a unit manager's namesakes are found without reading those of the whole project.
drop index students_family;
create index students_family on students (project_id, left(real_name, 1), account_id desc) include (real_name, unit_id);
