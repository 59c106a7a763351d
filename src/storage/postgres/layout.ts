/** What the database decides by itself, in one call each: see `postgres-money.ts`. */
const moneyFunctions = `
  -- Milliseconds since the epoch, by the one clock that all processes share.
  CREATE FUNCTION store_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
  $$;

  -- What's on all sums of a span: {units, guild, person, from, to}. No period lends anything to another.
  CREATE FUNCTION money_on(span jsonb) RETURNS double precision LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(sum(greatest(0, counted)), 0) FROM (
      SELECT sum(amount) AS counted FROM sums
      WHERE guild = span->>'guild' AND person = span->>'person'
        AND unit IN (SELECT jsonb_array_elements_text(span->'units'))
        AND period BETWEEN span->>'from' AND span->>'to'
      GROUP BY period
    ) AS periods
  $$;

  -- Adds to each of these sums: [[guild, person, unit, period], …].
  CREATE FUNCTION money_add(rows jsonb, more double precision, until bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO sums (guild, person, unit, period, amount, kept_until)
    SELECT r->>0, r->>1, r->>2, r->>3, more, until FROM jsonb_array_elements(rows) AS r
    ON CONFLICT (guild, person, unit, period) DO UPDATE
    SET amount = sums.amount + excluded.amount, kept_until = greatest(sums.kept_until, excluded.kept_until)
  $$;

  CREATE FUNCTION money_keep(op jsonb, kept_amount double precision, is_settled integer) RETURNS void
  LANGUAGE sql AS $$
    INSERT INTO reservations (unit, id, guild, person, charged, amount, settled, owner, fence, kept_until)
    VALUES (
      op->>'unit', op->>'id', op->>'guild', op->>'person', op->>'charged', kept_amount, is_settled,
      coalesce(op->'lease'->>'owner', ''), coalesce((op->'lease'->>'fence')::bigint, 0), (op->>'keptUntil')::bigint
    )
  $$;

  CREATE FUNCTION money_reserve(op jsonb, again boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    wanted double precision := (op->>'amount')::double precision;
    charged jsonb := (op->>'charged')::jsonb;
    reserved reservations;
    spent double precision;
    each_limit record;
  BEGIN
    -- Held until the end, so that nobody takes the lease over between this look and the reservation.
    PERFORM 1 FROM leases
    WHERE name = op->'lease'->>'name' AND fence = (op->'lease'->>'fence')::bigint FOR SHARE;
    IF NOT FOUND THEN RETURN '{"is":"lease-lost"}'; END IF;
    SELECT * INTO reserved FROM reservations WHERE unit = op->>'unit' AND id = op->>'id';
    IF FOUND THEN
      IF again AND reserved.settled = 0 AND reserved.fence = (op->'lease'->>'fence')::bigint THEN
        RETURN '{"is":"reserved"}';
      END IF;
      RETURN '{"is":"known"}';
    END IF;
    FOR each_limit IN SELECT l, n FROM jsonb_array_elements(op->'limits') WITH ORDINALITY AS t (l, n) LOOP
      spent := money_on(each_limit.l->'over');
      IF spent + wanted > (each_limit.l->>'most')::double precision THEN
        RETURN jsonb_build_object('is', 'exceeded', 'limit', each_limit.n - 1, 'spent', spent);
      END IF;
    END LOOP;
    PERFORM money_add(charged->'rows', wanted, (charged->>'sumsKeptUntil')::bigint);
    PERFORM money_keep(op, wanted, 0);
    RETURN '{"is":"reserved"}';
  END $$;

  CREATE FUNCTION money_settle(op jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    billed double precision := (op->>'amount')::double precision;
    reserved reservations;
    settlement jsonb;
    charged jsonb;
    counted double precision;
  BEGIN
    SELECT * INTO reserved FROM reservations WHERE unit = op->>'unit' AND id = op->>'id';
    IF FOUND AND reserved.settled = 0 THEN
      counted := CASE WHEN billed >= 0 AND billed <= reserved.amount THEN billed ELSE reserved.amount END;
      charged := reserved.charged::jsonb;
      IF counted <> reserved.amount THEN
        PERFORM money_add(charged->'rows', counted - reserved.amount, (charged->>'sumsKeptUntil')::bigint);
      END IF;
      settlement := jsonb_build_object('reserved', reserved.amount, 'counted', counted);
    END IF;
    IF op->>'then' = 'forget' THEN
      DELETE FROM reservations WHERE unit = op->>'unit' AND id = op->>'id';
    ELSIF settlement IS NOT NULL THEN
      UPDATE reservations SET amount = counted, settled = 1 WHERE unit = op->>'unit' AND id = op->>'id';
    END IF;
    RETURN coalesce(settlement, 'null');
  END $$;

  CREATE FUNCTION money_correct(op jsonb, again boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    charged jsonb := (op->>'charged')::jsonb;
    reserved reservations;
    off double precision;
  BEGIN
    SELECT * INTO reserved FROM reservations WHERE unit = op->>'unit' AND id = op->>'id';
    IF FOUND THEN RETURN to_jsonb(CASE WHEN again THEN -reserved.amount ELSE 0 END); END IF;
    off := least((op->>'amount')::double precision, money_on(op->'within'));
    PERFORM money_add(charged->'rows', -off, (charged->>'sumsKeptUntil')::bigint);
    PERFORM money_keep(op, -off, 1);
    RETURN to_jsonb(off);
  END $$;

  CREATE FUNCTION money_rename(op jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    of_sums integer;
    of_reservations integer;
  BEGIN
    UPDATE sums SET person = op->>'name' WHERE person = op->>'person';
    GET DIAGNOSTICS of_sums = ROW_COUNT;
    UPDATE reservations
    SET person = op->>'name', charged = replace(charged, (op->'person')::text, (op->'name')::text)
    WHERE person = op->>'person';
    GET DIAGNOSTICS of_reservations = ROW_COUNT;
    RETURN to_jsonb(of_sums + of_reservations);
  END $$;

  CREATE FUNCTION money_forget(op jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    of_reservations integer;
    of_sums integer;
  BEGIN
    DELETE FROM reservations WHERE (unit, id) IN (
      SELECT unit, id FROM reservations WHERE kept_until <= (op->>'at')::bigint LIMIT (op->>'most')::integer
    );
    GET DIAGNOSTICS of_reservations = ROW_COUNT;
    DELETE FROM sums WHERE (guild, person, unit, period) IN (
      SELECT guild, person, unit, period FROM sums
      WHERE kept_until <= (op->>'at')::bigint LIMIT (op->>'most')::integer
    );
    GET DIAGNOSTICS of_sums = ROW_COUNT;
    RETURN to_jsonb(of_reservations + of_sums);
  END $$;

  -- Several things that are to be done with money, one after the other, by one process at a time.
  CREATE FUNCTION money_do(ops jsonb, again boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    op jsonb;
    answers jsonb[] := '{}';
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(current_schema() || ' money', 0));
    FOR op IN SELECT * FROM jsonb_array_elements(ops) LOOP
      answers := answers || CASE op->>'is'
        WHEN 'reserve' THEN money_reserve(op, again)
        WHEN 'settle' THEN money_settle(op)
        WHEN 'correct' THEN money_correct(op, again)
        WHEN 'rename' THEN money_rename(op)
        ELSE money_forget(op)
      END;
    END LOOP;
    RETURN to_jsonb(answers);
  END $$;
`;

/** Text is ordered by its bytes, as in the file. */
const tables = `
  CREATE TABLE records (
    key text COLLATE "C" PRIMARY KEY,
    value text NOT NULL,
    -- Another one with every write, drawn by who writes, who therefore knows their own.
    stamp bigint NOT NULL,
    guild text COLLATE "C",
    person text COLLATE "C",
    open boolean NOT NULL,
    alias text COLLATE "C",
    about text[] COLLATE "C"
  );
  CREATE INDEX records_guild ON records (guild, key) WHERE guild IS NOT NULL;
  CREATE INDEX records_person ON records (person, key) WHERE person IS NOT NULL;
  CREATE INDEX records_alias ON records (alias, key) WHERE alias IS NOT NULL;
  CREATE INDEX records_open ON records (key) WHERE open;
  CREATE INDEX records_about ON records USING gin (about) WHERE about IS NOT NULL;

  CREATE TABLE sums (
    guild text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    unit text COLLATE "C" NOT NULL,
    period text COLLATE "C" NOT NULL,
    amount double precision NOT NULL,
    kept_until bigint NOT NULL,
    PRIMARY KEY (guild, person, unit, period)
  -- A few rows change with everything that's paid: there's room for them on their page.
  ) WITH (fillfactor = 50);
  CREATE INDEX sums_person ON sums (person) WHERE person <> '';
  CREATE INDEX sums_until ON sums (kept_until);

  CREATE TABLE reservations (
    unit text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    guild text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    charged text NOT NULL,
    amount double precision NOT NULL,
    settled integer NOT NULL,
    owner text COLLATE "C" NOT NULL,
    fence bigint NOT NULL,
    kept_until bigint NOT NULL,
    PRIMARY KEY (unit, id)
  );
  CREATE INDEX reservations_person ON reservations (person);
  CREATE INDEX reservations_open ON reservations (unit, owner, id) WHERE settled = 0;
  CREATE INDEX reservations_until ON reservations (kept_until);

  CREATE TABLE leases (
    name text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    fence bigint NOT NULL,
    expires_at bigint NOT NULL
  );
`;

/** What several processes share besides records: how fast all of them may go, and which records to read again. */
const forSeveral = `
  CREATE TABLE paces (
    name text COLLATE "C" PRIMARY KEY,
    -- Milliseconds since the epoch: as many of the latest turns as there may be in a span.
    turns double precision[] NOT NULL
  );

  -- The next turn: how long until it, and when it is. That many in any span; more may be remembered.
  CREATE FUNCTION take_turn(pace text, most integer, kept integer, span double precision, only_now boolean)
  RETURNS double precision[] LANGUAGE plpgsql AS $$
  DECLARE
    before double precision[];
    at double precision;
    turn double precision;
  BEGIN
    INSERT INTO paces (name, turns) VALUES (pace, '{}') ON CONFLICT (name) DO NOTHING;
    SELECT turns INTO before FROM paces WHERE name = pace FOR UPDATE;
    at := store_now();
    turn := greatest(at, before[cardinality(before) + 1 - most] + span);
    IF NOT only_now OR turn <= at THEN
      UPDATE paces SET turns = (before || turn)[greatest(1, cardinality(before) + 2 - kept):] WHERE name = pace;
    END IF;
    RETURN ARRAY[turn - at, turn];
  END $$;

  CREATE TABLE slots (
    name text COLLATE "C" NOT NULL,
    holder text COLLATE "C" NOT NULL,
    -- Whose process says when it's over.
    shard text COLLATE "C" NOT NULL,
    PRIMARY KEY (name, holder)
  );

  -- Whether that holder has one of so many.
  CREATE FUNCTION take_slot(wanted text, by text, of_shard text, most integer) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(current_schema() || ' slots ' || wanted, 0));
    IF EXISTS (SELECT FROM slots WHERE name = wanted AND holder = by) THEN RETURN true; END IF;
    IF (SELECT count(*) FROM slots WHERE name = wanted) >= most THEN RETURN false; END IF;
    INSERT INTO slots VALUES (wanted, by, of_shard);
    RETURN true;
  END $$;

  CREATE FUNCTION tell_write() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify(TG_TABLE_SCHEMA || ' writes', coalesce(NEW.key, OLD.key));
    RETURN NULL;
  END $$;

  CREATE FUNCTION is_mirrored(key text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT split_part(key, ':', 1) IN ('never-heard', 'never-written', 'owner-pause', 'server-settings')
  $$;

  CREATE TRIGGER written_records AFTER INSERT OR UPDATE ON records
    FOR EACH ROW WHEN (is_mirrored(NEW.key)) EXECUTE FUNCTION tell_write();
  CREATE TRIGGER removed_records AFTER DELETE ON records
    FOR EACH ROW WHEN (is_mirrored(OLD.key)) EXECUTE FUNCTION tell_write();
`;

/** Workers hear of the jobs that others write. */
const forWorkers = `
  CREATE OR REPLACE FUNCTION is_mirrored(key text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT split_part(key, ':', 1) IN ('never-heard', 'never-written', 'owner-pause', 'server-settings', 'video-jobs')
  $$;
`;

/** One line for the places that all processes share, instead of places alone: who's called next is decided over all of them. */
const forOneLine = `
  DROP FUNCTION take_slot(text, text, text, integer);
  DROP TABLE slots;

  -- Whose processes are there, by the names under which they say something.
  CREATE TABLE beats (
    name text COLLATE "C" PRIMARY KEY,
    heard_at bigint NOT NULL
  );

  -- Whose a job is stands in its record only, so nobody who's forgotten is in here.
  CREATE TABLE line (
    name text COLLATE "C" NOT NULL,
    job text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL,
    accepted_at double precision NOT NULL,
    standing text NOT NULL,
    called_as bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (name, job)
  );
  CREATE SEQUENCE calls;

  -- Nobody is called whose process isn't heard of, and nothing has a place that has ended.
  CREATE VIEW line_seen AS
    SELECT line.name, job AS id, person, accepted_at, called_as::double precision, CASE
      WHEN standing <> 'over' AND NOT open THEN 'over'
      WHEN standing = 'ready' AND coalesce(heard_at, 0) < store_now() - 15000 THEN 'put-off'
      ELSE standing
    END AS stands
    FROM line
    LEFT JOIN records ON key = 'video-jobs:' || job
    LEFT JOIN beats ON beats.name = owner;

  CREATE FUNCTION tell_move() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify(TG_TABLE_SCHEMA || ' writes', 'line:' || NEW.name);
    RETURN NULL;
  END $$;
  CREATE TRIGGER moved_line AFTER INSERT OR UPDATE ON line FOR EACH ROW EXECUTE FUNCTION tell_move();
`;

/** How the database got its tables and functions, step by step. Append only; never change a released one. */
export const layouts: readonly string[] = [tables + moneyFunctions, forSeveral, forWorkers, forOneLine];
