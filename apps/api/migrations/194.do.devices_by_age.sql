-- A browser that hasn't been seen for a while is forgotten: looked for every minute among all that are known.
create index known_device_last_seen on app.known_device (last_seen_at);
comment on index app.known_device_last_seen is 'Which browsers have not been seen for so long that they are forgotten.';
