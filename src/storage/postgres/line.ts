import { randomUUID } from 'node:crypto';
import { type Shards, shardName, shardNames } from '../../operations/shards.ts';
import type { SeenInLine, SharedLine } from '../../operations/shared-line.ts';
import type { WritesElsewhere } from '../elsewhere.ts';
import type { PostgresAccess, Query, Statement } from './access.ts';
import { forgetBeats, sayBeat } from './beats.ts';

/** Who says how something in a server stands. */
export interface LineOwner {
  readonly nameFor: (guildId: string) => string;
  readonly names: readonly string[];
}

export function shardsLine(shards: Exclude<Shards, 'auto'>): LineOwner {
  return { nameFor: (guildId) => shardName(shards, guildId), names: shardNames(shards) };
}

export function workersLine(): LineOwner {
  const name = `worker ${randomUUID()}`;
  return { nameFor: () => name, names: [name] };
}

/** As many are remembered, so that who was called before waits for those who weren't. */
const overKept = 1_000;

const lock: Statement = {
  name: 'lock line',
  text: "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' line ' || $1, 0))",
};
const say: Statement = {
  name: 'say in line',
  text: `INSERT INTO line (name, job, owner, accepted_at, standing)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::double precision[], $5::text[])
    ON CONFLICT (name, job) DO UPDATE SET owner = excluded.owner, standing = CASE
      WHEN line.standing = 'placed' AND excluded.standing = 'ready' THEN line.standing ELSE excluded.standing
    END`,
};
const look: Statement = {
  name: 'look at line',
  text: 'SELECT id, person AS "userId", accepted_at AS "acceptedAt", stands AS "is", called_as AS "calledAs" FROM line_seen WHERE name = $1',
};
const call: Statement = {
  name: 'call in line',
  text: "UPDATE line SET standing = 'placed', called_as = nextval('calls') WHERE name = $1 AND job = $2",
};
const forget: Statement = {
  name: 'forget in line',
  text: 'DELETE FROM line WHERE name = $1 AND job = ANY ($2::text[])',
};

type Row = Omit<SeenInLine, 'userId'> & { readonly userId: string | null };

export function postgresLine(
  { write, transact }: PostgresAccess,
  owner: LineOwner,
  elsewhere: Pick<WritesElsewhere, 'onWrite'>,
): SharedLine {
  return {
    change: async (name, said, choose) => {
      const ids = said.map(({ id }) => id);
      const owners = said.map(({ guildId }) => owner.nameFor(guildId));
      const accepted = said.map(({ acceptedAt }) => acceptedAt);
      const standings = said.map(({ is }) => is);
      await transact(async (query) => {
        await query(lock, [name]);
        await query(sayBeat, [owner.names]);
        if (said.length > 0) await query(say, [name, ids, owners, accepted, standings]);
        const rows = await query<Row>(look, [name]);
        const called = choose(
          rows.flatMap((row) => (row.userId === null ? [] : [{ ...row, userId: row.userId }])),
        );
        for (const id of called) await query(call, [name, id]);
        await forgetSome(query, name, rows);
      });
    },
    onMove: (name, listener) =>
      elsewhere.onWrite('line', async (moved) => {
        if (moved === undefined || moved === name) listener();
      }),
    keep: async () => {
      await write(async (query) => await query(sayBeat, [owner.names]));
      await write(async (query) => await query(forgetBeats));
    },
  };
}

/** What nobody has any more, and what's over longest. */
async function forgetSome(query: Query, name: string, rows: readonly Row[]): Promise<void> {
  const over = rows.filter(({ is }) => is === 'over').toSorted((a, b) => b.calledAs - a.calledAs);
  const never = over.filter(({ calledAs }) => calledAs === 0);
  const gone = [...rows.filter(({ userId }) => userId === null), ...never, ...over.slice(overKept)];
  if (gone.length > 0) await query(forget, [name, gone.map(({ id }) => id)]);
}
