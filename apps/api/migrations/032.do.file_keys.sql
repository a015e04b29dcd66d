-- The key that a stored file is encrypted under, sealed; null where a file was kept before there were any, as it is (docs/spec/access.md, A106).
alter table app.file add column sealed_key bytea;
