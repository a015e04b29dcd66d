-- What this database was made for. One row, written by the start that creates it and changed only by the owner role.
CREATE TABLE app.instance (
  the_only_row      boolean     PRIMARY KEY DEFAULT true CHECK (the_only_row),
  mode              text        NOT NULL CHECK (mode IN ('demo', 'live')),
  market_source     text        NOT NULL CHECK (market_source IN ('simulated', 'replay', 'live')),
  market_seed       text        NOT NULL CHECK (length(market_seed) BETWEEN 1 AND 128),
  seed_given        boolean     NOT NULL,
  generator_version integer     NOT NULL CHECK (generator_version > 0),
  created_at        timestamptz NOT NULL DEFAULT now()
);

COMMENT ON COLUMN app.instance.market_seed IS 'Secret: whoever knows it knows every simulated price to come.';

-- Default privileges of the schema may have given more.
REVOKE ALL ON app.instance FROM clearbook_app;
GRANT SELECT ON app.instance TO clearbook_app;

-- Demo money never becomes real money, nor the other way round, whoever asks.
CREATE FUNCTION app.instance_keeps_its_mode() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.mode <> OLD.mode THEN
    RAISE EXCEPTION 'the mode of a database never changes';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER instance_keeps_its_mode BEFORE UPDATE OR DELETE ON app.instance
  FOR EACH ROW EXECUTE FUNCTION app.instance_keeps_its_mode();
