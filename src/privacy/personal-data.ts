import { breath, type Clock, stepsBetweenBreaths } from '../operations/clock.ts';
import type { Account } from '../storage/atomic/atomic.ts';
import type { Store, StoredRecord } from '../storage/store.ts';

/** A word list of a server that has the person's name. */
export interface NamedIn {
  readonly guildId: string;
  readonly list: 'glossary' | 'pronunciations';
  readonly term: string;
}

export interface PersonalDataParts {
  readonly store: Pick<Store, 'recordsOf' | 'atomic'>;
  /** Where servers that the bot knows them in have their name. */
  readonly namedIn: (userId: string) => Promise<readonly NamedIn[]>;
  readonly clock: Clock;
}

/** Something of another person, or of a server, that names this one. What it says is theirs. */
interface Mention {
  readonly collection: string;
  readonly guildId: string | undefined;
}

export interface OwnData {
  readonly records: readonly StoredRecord[];
  readonly mentions: readonly Mention[];
  readonly namedIn: readonly NamedIn[];
  readonly sums: readonly (Account & { readonly amount: number })[];
}

/** Reads only what's theirs, however much others have. */
export async function readOwnData(userId: string, parts: PersonalDataParts): Promise<OwnData> {
  const { store, namedIn } = parts;
  const records: StoredRecord[] = [];
  for await (const record of store.recordsOf({ userId })) {
    records.push(record);
    if (records.length % stepsBetweenBreaths === 0) await breath();
  }
  const mentions: Mention[] = [];
  for await (const [key, text] of store.atomic.records.list({ about: userId })) {
    mentions.push({ collection: key.slice(0, key.indexOf(':')), guildId: guildIn(text) });
    if (mentions.length % stepsBetweenBreaths === 0) await breath();
  }
  const sums = await store.atomic.money.sumsOf({ userId });
  return { records, mentions, namedIn: await namedIn(userId), sums };
}

function guildIn(text: string): string | undefined {
  try {
    const { guild }: { guild?: unknown } = JSON.parse(text);
    return typeof guild === 'string' ? guild : undefined;
  } catch {
    return undefined;
  }
}

/** Fields with which a reader could answer in the bot's name. */
const secrets: readonly string[] = ['token'];

/** Everything as one JSON file. */
export async function dataFileOf(userId: string, data: OwnData, clock: Clock): Promise<Uint8Array> {
  const written = (value: unknown) =>
    JSON.stringify(value, (name, each: unknown) => (secrets.includes(name) ? undefined : each));
  const { mentions, namedIn, sums } = data;
  const records: string[] = [];
  for (const record of data.records) {
    records.push(written(record));
    if (records.length % stepsBetweenBreaths === 0) await breath();
  }
  const head = written({
    person: userId,
    writtenAt: new Date(clock.now()).toISOString(),
    usedLimits: sums,
    namedByOthers: mentions,
    namedInWordLists: namedIn,
  });
  return Buffer.from(`${head.slice(0, -1)},"records":[\n${records.join(',\n')}\n]}\n`);
}
