-- There is always a last row: a reader whose last row is gone knows that it has missed some.
insert into app.invalidation (wakes, body) values ('{}', '[]');
