import type { Logger } from 'pino';
import { z } from 'zod';
import { Refusal } from '../refusal/refusal.ts';
import type { Collection } from '../storage/collection.ts';
import { keptCollections } from '../storage/kept.ts';
import type { RecordIndex } from '../storage/record-index.ts';
import {
  applyDifferences,
  differencesOf,
  inverseOf,
  pathsTouch,
  settingsDifferenceSchema,
} from './settings-differences.ts';
import {
  gatedFeatures,
  type ServerPages,
  type SettingsEditor,
  type SettingsPage,
  serverSettingsSchema,
} from './settings-pages.ts';

/** One change by one person. `undoes`: it's the way back from that revision. */
export const settingsChangeSchema = z.object({
  guildId: z.string(),
  userId: z.string(),
  at: z.number(),
  /** What the settings were after it. */
  revision: z.number().int(),
  differences: z.array(settingsDifferenceSchema),
  undoes: z.number().int().optional(),
});
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/**
 * A server's settings as they're stored. The latest change stands in the same record, because both are one write; it's copied to
 * the others afterwards.
 */
export const settingsRecordSchema = serverSettingsSchema.extend({
  revision: z.number().int().prefault(0),
  latest: settingsChangeSchema.optional(),
});
export type SettingsRecord = z.output<typeof settingsRecordSchema>;

/** A server's; it also names who made the latest change, and who has limits of their own. */
export function settingsIndex(guildId: string, { latest, limits }: SettingsRecord): RecordIndex {
  const limited = [...Object.keys(limits.people), ...(limits.paused ? [limits.paused.by] : [])];
  return { guildId, about: [...new Set([...(latest ? [latest.userId] : []), ...limited])] };
}

/** Whose change it is, and who got limits of their own or was blocked by it. */
export function settingsChangeIndex(_: string, change: SettingsChange): RecordIndex {
  const { guildId, userId, differences } = change;
  const limited = differences.flatMap(({ path: [page, shelf, id] }) =>
    page === 'limits' && shelf === 'people' && id !== undefined ? [id] : [],
  );
  const blocked = differences.flatMap(({ path: [page, , list], before, after }) =>
    page === 'access' && list === 'blocked' ? [before, after].flatMap((each) => namesIn(each)) : [],
  );
  return { guildId, userId, about: [...new Set([...limited, ...blocked])] };
}

function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

/** How long a change can be undone, and is kept. */
export const undoableMs = keptCollections['settings-changes'].keeps.ms;
/** How many changes a list shows. */
const mostListed = 50;

/** Everything is on. */
const untouched = settingsRecordSchema.parse({});

/** Nothing costs anything before a moderator turned it on. */
export const untouchedOff: SettingsRecord = settingsRecordSchema.parse({
  access: Object.fromEntries(gatedFeatures.map((feature) => [feature, { on: false }])),
});

/** Another change came between reading what changed and writing. */
class Overtaken extends Error {}

/**
 * The only writer of servers' settings. Each change is written down as what it changed, by whom and when, and can be undone for 30
 * days. They're kept in memory after the first read, because every message needs them.
 */
export class ServerSettings {
  readonly #parts;
  readonly #untouched: SettingsRecord;
  readonly #known = new Map<string, Promise<SettingsRecord>>();
  /** By server: the latest change that's among the others, too. */
  readonly #copied = new Map<string, number>();
  readonly #listeners = new Set<(change: SettingsChange) => void>();

  constructor(parts: {
    readonly records: Pick<Collection<SettingsRecord>, 'get' | 'change'>;
    readonly changes: Pick<Collection<SettingsChange>, 'get' | 'set' | 'select'>;
    /** What counts in a server whose moderators haven't decided anything. Default: everything is on. */
    readonly untouched?: SettingsRecord;
    readonly now: () => number;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    this.#untouched = parts.untouched ?? untouched;
  }

  page<Name extends keyof ServerPages>(name: Name): SettingsPage<ServerPages[Name]> {
    return {
      of: async (guildId) => (await this.read(guildId))[name],
      change: async (editor, change) =>
        (await this.change(editor, (before) => ({ ...before, [name]: change(before[name]) })))[name],
    };
  }

  /** Everything, with its revision. */
  async read(guildId: string): Promise<SettingsRecord> {
    const known = this.#known.get(guildId);
    if (known) return await known;
    const reading = this.#parts.records.get(guildId).then((record) => record ?? this.#untouched);
    this.#known.set(guildId, reading);
    try {
      return await reading;
    } catch (error) {
      if (this.#known.get(guildId) === reading) this.#known.delete(guildId);
      throw error;
    }
  }

  /** Another process may have written a server's; any server's, without an id. */
  readAgain(guildId: string | undefined): void {
    if (guildId === undefined) this.#known.clear();
    else this.#known.delete(guildId);
  }

  /** Is told of every change after it's written. */
  onChange(listener: (change: SettingsChange) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Changes anything. Resolves to what was saved; if `change` throws, nothing changes.
   * @throws {Refusal} `settings-changed-since` if someone else changed the same place since the editor looked
   */
  async change(
    editor: SettingsEditor,
    change: (before: ServerPages) => ServerPages,
    undoes?: number,
  ): Promise<SettingsRecord> {
    const { guildId, seen } = editor;
    for (;;) {
      const { revision, latest } = await this.read(guildId);
      await this.#copy(latest);
      const since = seen !== undefined && seen < revision ? await this.#since(guildId, seen) : [];
      try {
        return await this.#write(editor, { revision, since, undoes }, change);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        this.#known.delete(guildId);
      }
    }
  }

  /** Keeps no record in memory that names this person; what's written down loses the name elsewhere. */
  async forget(userId: string): Promise<void> {
    for (const [guildId, reading] of this.#known) {
      const record = await reading;
      if (!settingsIndex(guildId, record).about?.includes(userId)) continue;
      await this.#copy(record.latest);
      this.#known.delete(guildId);
    }
  }

  /** Newest first, those that can still be undone. */
  async history(guildId: string): Promise<readonly SettingsChange[]> {
    const { latest } = await this.read(guildId);
    const found = latest ? [latest] : [];
    for await (const [, change] of this.#parts.changes.select({ guildId, newestFirst: true })) {
      if (found.length >= mostListed) break;
      if (change.revision !== latest?.revision) found.push(change);
    }
    return found.filter((change) => this.#isUndoable(change));
  }

  /**
   * Takes one change back, and leaves everything else as it is. That's a change, too.
   * @throws {Refusal} `settings-undo-late`, `settings-undo-overlaps`, `settings-changed-since`
   */
  async undo(editor: SettingsEditor, revision: number): Promise<SettingsRecord> {
    return await this.change(editor, await this.#wayBack(editor.guildId, revision), revision);
  }

  /**
   * What the settings would be without one change; nothing is saved.
   * @throws {Refusal} `settings-undo-late`, `settings-undo-overlaps`
   */
  async without(guildId: string, revision: number): Promise<ServerPages> {
    const takeBack = await this.#wayBack(guildId, revision);
    return takeBack(await this.read(guildId));
  }

  async #wayBack(guildId: string, revision: number): Promise<(before: ServerPages) => ServerPages> {
    const { latest } = await this.read(guildId);
    const found =
      latest?.revision === revision ? latest : await this.#parts.changes.get(changeKey(guildId, revision));
    if (!found || !this.#isUndoable(found)) throw new Refusal({ code: 'settings-undo-late' });
    const back = inverseOf(found.differences);
    return (before) => {
      const undone = applyDifferences(before, back);
      const parsed = undone && serverSettingsSchema.safeParse(undone.value);
      if (parsed?.success) return parsed.data;
      throw new Refusal({ code: 'settings-undo-overlaps' });
    };
  }

  async #write(
    { guildId, userId }: SettingsEditor,
    known: {
      readonly revision: number;
      readonly since: readonly SettingsChange[];
      readonly undoes: number | undefined;
    },
    change: (before: ServerPages) => ServerPages,
  ): Promise<SettingsRecord> {
    const at = this.#parts.now();
    let made: SettingsChange | undefined;
    const after = await this.#parts.records.change(guildId, (before = this.#untouched) => {
      if (before.revision !== known.revision) throw new Overtaken();
      const { revision, latest, ...pages } = before;
      const changed = change(pages);
      const differences = [...differencesOf(pages, changed)];
      made = undefined;
      if (differences.length === 0) return before;
      assertStillSo(differences, known.since);
      const next = { guildId, userId, at, revision: revision + 1, differences };
      made = { ...next, ...(known.undoes === undefined ? {} : { undoes: known.undoes }) };
      return { ...changed, revision: made.revision, latest: made };
    });
    this.#known.set(guildId, Promise.resolve(after));
    if (made) this.#tell(made);
    return after;
  }

  #tell(change: SettingsChange): void {
    const { log } = this.#parts;
    void this.#copy(change).catch((error: unknown) => {
      log.warn({ err: error, guildId: change.guildId }, "couldn't copy a change of settings yet");
    });
    for (const listener of this.#listeners) listener(change);
  }

  /** Before the next change takes its place. */
  async #copy(change: SettingsChange | undefined): Promise<void> {
    if (!change || this.#copied.get(change.guildId) === change.revision) return;
    const { guildId, revision } = change;
    await this.#parts.changes.set(changeKey(guildId, revision), change);
    this.#copied.set(guildId, revision);
  }

  async #since(guildId: string, seen: number): Promise<readonly SettingsChange[]> {
    const found: SettingsChange[] = [];
    for await (const [, change] of this.#parts.changes.select({ guildId, newestFirst: true })) {
      if (change.revision <= seen) break;
      found.push(change);
    }
    return found;
  }

  #isUndoable({ at }: SettingsChange): boolean {
    return this.#parts.now() - at < undoableMs;
  }
}

/** @throws {Refusal} `settings-changed-since` if one of these places was changed meanwhile */
function assertStillSo(differences: SettingsChange['differences'], since: readonly SettingsChange[]): void {
  for (const { userId, at, differences: theirs } of since) {
    const overlaps = theirs.some(({ path }) => differences.some((mine) => pathsTouch(mine.path, path)));
    if (overlaps) throw new Refusal({ code: 'settings-changed-since', userId, at });
  }
}

/** In the order of revisions. */
export function changeKey(guildId: string, revision: number): string {
  return `${guildId}/${String(revision).padStart(9, '0')}`;
}
