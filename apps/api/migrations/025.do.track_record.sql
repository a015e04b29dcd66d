-- How many clients lost money in the twelve months before `until`, for the risk warning: one row, made here, reckoned anew once a day.
create table app.track_record (
  the_only_row boolean primary key default true check (the_only_row),
  clients integer not null default 0 check (clients >= 0),
  lost integer not null default 0 check (lost between 0 and clients),
  until timestamptz(3)
);
insert into app.track_record default values;
revoke insert, delete on app.track_record from clearbook_app;
