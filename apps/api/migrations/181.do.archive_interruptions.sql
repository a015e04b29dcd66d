-- How often a process ended while it made an archive, beside `attempts`, which counts the attempts that failed (docs/spec/archive.md, U26).
alter table app.archive add column interruptions smallint not null default 0,
  drop constraint archive_failure_check,
  add constraint archive_failure_check check (failure in ('log_not_signed', 'storage', 'interrupted', 'other'));
