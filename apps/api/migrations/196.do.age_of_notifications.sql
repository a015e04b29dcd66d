-- N39: notifications that are old enough to go are found by their time. The index had one line for many pages, and a page that is used again after a sweep holds old
-- and new rows: from the second year on it led to nearly every page. This one grows at its end alone, which is the cheapest that an index can be to write.
drop index app.notification_age;
create index notification_age on app.notification (at);
comment on index app.notification_age is 'Which are old enough to be deleted (sweepNotifications): read from its beginning, and written at its end.';
