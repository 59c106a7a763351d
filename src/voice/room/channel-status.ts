import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../operations/clock.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Presence, StatusNews } from './presence.ts';

/** What a voice channel showed before the bot changed it, kept until it's restored. By channel id. */
export const statusRecordSchema = z.object({
  guildId: z.string(),
  /** Everything the bot wrote there; anything else in the channel's status is from people. */
  ours: z.array(z.string()),
  theirs: z.string().nullable(),
});
export type StatusRecord = z.infer<typeof statusRecordSchema>;
export type StatusRecords = Pick<Collection<StatusRecord>, 'get' | 'set' | 'delete' | 'entries'>;

export interface StatusParts {
  readonly presence: Presence;
  readonly records: StatusRecords;
  readonly clock: Clock;
  readonly log: Logger;
}

const longestStatus = 500;
/** If a channel's status isn't known by then, it's written over: what was there is still put back if Discord says it later. */
const knownWithinMs = 3_000;

/** A channel whose status the bot changed. */
interface Held {
  readonly channelId: string;
  readonly ours: Set<string>;
  /** The last text it wrote. */
  text: string;
  theirs: string | null;
  /** False: Discord didn't say in time what was there. */
  isKnown: boolean;
  /** False: people have written something else since, or cleared it. */
  showsOurs: boolean;
}

/**
 * The status line of a room's voice channel. It can be requested at any time and is set while the bot is there, because
 * then one permission is enough (spec 6, section 5). Before the bot leaves, it restores what members had set, unless
 * they've changed it since. Failures are only logged.
 */
export class VoiceStatus {
  readonly #parts: StatusParts & { readonly owed: Pick<OwedStatuses, 'owe'> };
  readonly #guildId: string;
  readonly #onStuck: (channelId: string) => void;
  #wish: string | undefined;
  #held: Held | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** @param onStuck a channel that the bot is gone from says that it's there, and it may not change that */
  constructor(
    parts: StatusParts & { readonly owed: Pick<OwedStatuses, 'owe'> },
    guildId: string,
    onStuck: (channelId: string) => void,
  ) {
    this.#parts = parts;
    this.#guildId = guildId;
    this.#onStuck = onStuck;
  }

  /** Undefined: no status. */
  wish(text: string | undefined): void {
    this.#wish = text?.slice(0, longestStatus).trim();
  }

  /** Makes the channel show the requested status; undefined: the bot is about to leave. Never rejects. */
  show(channelId: string | undefined): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      try {
        await this.#change(channelId);
      } catch (error) {
        this.#parts.log.warn({ err: error, channelId }, "couldn't change the voice channel status");
      }
    });
    return this.#turn;
  }

  /** What the channel shows, according to Discord, including the bot's own changes. An answer may be older than what the bot wrote since. */
  noteStatus(news: StatusNews, channelId: string, text: string | null): void {
    const held = this.#held;
    if (held?.channelId !== channelId || (news === 'told' && held.isKnown)) return;
    const isOurs = text !== null && held.ours.has(text);
    if (news === 'changed') held.showsOurs = isOurs;
    if (isOurs) return;
    held.theirs = text;
    held.isKnown = true;
    // It may be older than what was written over it meanwhile.
    this.#turn = this.#turn.then(async () => {
      if (this.#held === held) await this.#remember(held);
    });
  }

  async #change(channelId: string | undefined): Promise<void> {
    const text = channelId === undefined ? undefined : this.#wish;
    if (channelId !== undefined) this.#held ??= await this.#leftBehind(channelId);
    const held = this.#held;
    if (held && (held.channelId !== channelId || text === undefined)) {
      this.#held = undefined;
      const given = await giveBack(this.#parts, this.#guildId, held.channelId, held);
      if (given === 'not-permitted') this.#owe(held);
    }
    if (channelId === undefined || text === undefined || this.#held?.text === text) return;
    if (mayWriteStatus(this.#parts.presence, this.#guildId, channelId)) await this.#write(channelId, text);
  }

  #owe({ channelId, ours, theirs }: Held): void {
    this.#parts.owed.owe(channelId, { guildId: this.#guildId, ours: [...ours], theirs });
    this.#onStuck(channelId);
  }

  async #write(channelId: string, text: string): Promise<void> {
    const held = this.#held ?? (await this.#hold(channelId));
    const before = held.text;
    held.ours.add(text);
    held.text = text;
    this.#held = held;
    // Before changing the status, so that a killed process leaves nothing of ours behind.
    await this.#remember(held);
    if (await putStatus(this.#parts, channelId, text)) held.showsOurs = true;
    else if (before !== '') held.text = before;
    else {
      this.#held = undefined;
      await giveBack(this.#parts, this.#guildId, channelId, held);
    }
  }

  /** People see that the bot is listening even if nothing can be stored. */
  async #remember({ channelId, ours, theirs }: Held): Promise<void> {
    const { records, log } = this.#parts;
    try {
      await records.set(channelId, { guildId: this.#guildId, ours: [...ours], theirs });
    } catch (error) {
      log.warn({ err: error, channelId }, "couldn't record the status a voice channel had");
    }
  }

  /** If Discord doesn't say what's there, it's what a killed process found. */
  async #hold(channelId: string): Promise<Held> {
    const shown = await statusOf(this.#parts, this.#guildId, channelId);
    const left = shown === undefined ? await this.#recordOf(channelId) : undefined;
    const theirs = shown ?? left?.theirs ?? null;
    const isKnown = shown !== undefined;
    return { channelId, ours: new Set(left?.ours), text: '', theirs, isKnown, showsOurs: false };
  }

  /** What a killed process wrote there and didn't put back: this room does, even if it has nothing to write itself. */
  async #leftBehind(channelId: string): Promise<Held | undefined> {
    const left = await this.#recordOf(channelId);
    const shown = left && (await statusOf(this.#parts, this.#guildId, channelId));
    if (!shown || !left.ours.includes(shown)) return undefined;
    const { theirs } = left;
    return { channelId, ours: new Set(left.ours), text: '', theirs, isKnown: true, showsOurs: true };
  }

  async #recordOf(channelId: string): Promise<StatusRecord | undefined> {
    const { records, log } = this.#parts;
    return await records.get(channelId).catch((error: unknown) => {
      log.warn({ err: error, channelId }, "couldn't look up the status a voice channel had");
      return undefined;
    });
  }
}

/**
 * Status lines that say the bot is where it isn't any more, because it may not change them from outside. They're put
 * back as soon as it may.
 */
export class OwedStatuses {
  readonly #parts: StatusParts;
  /** By channel. */
  readonly #owed = new Map<string, StatusRecord>();
  /** One after the other, so that none is put back twice. */
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: StatusParts) {
    this.#parts = parts;
  }

  owe(channelId: string, record: StatusRecord): void {
    this.#owed.set(channelId, record);
  }

  /** Something changed in that guild, maybe what the bot may do. */
  look(guildId: string): void {
    const { presence, log } = this.#parts;
    for (const [channelId, record] of this.#owed) {
      if (record.guildId !== guildId) continue;
      const isBack = presence.own(guildId).channelId === channelId;
      // Back in it, its room takes care of it.
      if (isBack) this.#owed.delete(channelId);
      else if (mayWriteStatus(presence, guildId, channelId)) {
        this.#owed.delete(channelId);
        this.#turn = this.#turn
          .then(async () => await this.#putBack(channelId, record))
          .catch((error: unknown) => {
            log.warn(
              { err: error, channelId },
              "couldn't put back the status of a voice channel left behind",
            );
          });
      }
    }
  }

  /** Resolves when everything that's possible now has been put back. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  async #putBack(channelId: string, record: StatusRecord): Promise<void> {
    const { guildId, ours, theirs } = record;
    const shown = await statusOf(this.#parts, guildId, channelId);
    const showsOurs = typeof shown === 'string' && ours.includes(shown);
    const isGiven =
      shown !== undefined &&
      (await giveBack(this.#parts, guildId, channelId, { showsOurs, theirs })) === 'given';
    if (!isGiven) this.#owed.set(channelId, record);
  }
}

/** Right after a start, Discord may not answer in time. */
const pausesMs = [0, 2_000, 10_000, 60_000];

/**
 * After a start: restores what a killed process left in voice channels, with a few retries. Never rejects.
 * @param isTaken whether a room is there, which restores it itself
 */
export async function giveBackStatuses(
  parts: StatusParts & { readonly owed: Pick<OwedStatuses, 'owe'> },
  isTaken: (guildId: string) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  const { clock, log } = parts;
  try {
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await clock.sleep(pauseMs, signal);
      if (await giveBackAll(parts, isTaken)) return;
    }
  } catch (error) {
    if (!signal?.aborted)
      log.warn({ err: error }, "couldn't put back voice channel statuses from before the restart");
  }
}

/** False: some couldn't be read or written now. */
async function giveBackAll(
  parts: StatusParts & { readonly owed: Pick<OwedStatuses, 'owe'> },
  isTaken: (guildId: string) => boolean,
): Promise<boolean> {
  const { presence, records, owed } = parts;
  const left: (readonly [string, StatusRecord])[] = [];
  for await (const entry of records.entries()) left.push(entry);
  let isDone = true;
  for (const [channelId, { guildId, ours, theirs }] of left) {
    const shown = isTaken(guildId) ? undefined : await statusOf(parts, guildId, channelId);
    if (isTaken(guildId)) continue;
    if (shown === undefined && presence.hasGuild(guildId)) {
      isDone = false;
      continue;
    }
    const showsOurs = typeof shown === 'string' && ours.includes(shown);
    const given = await giveBack(parts, guildId, channelId, { showsOurs, theirs });
    if (given === 'not-permitted') owed.owe(channelId, { guildId, ours, theirs });
    if (given === 'refused') isDone = false;
  }
  return isDone;
}

/** `not-permitted`: it's remembered until the bot may, or is there again. */
async function giveBack(
  parts: StatusParts,
  guildId: string,
  channelId: string,
  { showsOurs, theirs }: Pick<Held, 'showsOurs' | 'theirs'>,
): Promise<'given' | 'not-permitted' | 'refused'> {
  if (showsOurs) {
    if (!mayWriteStatus(parts.presence, guildId, channelId)) return 'not-permitted';
    if (!(await putStatus(parts, channelId, theirs))) return 'refused';
  }
  await parts.records.delete(channelId);
  return 'given';
}

function mayWriteStatus(presence: Presence, guildId: string, channelId: string): boolean {
  const place = presence.place(guildId, channelId);
  if (place?.kind !== 'voice' || !place.may('SetVoiceChannelStatus')) return false;
  return presence.own(guildId).channelId === channelId || place.may('ManageChannels');
}

async function putStatus(
  { presence, log }: StatusParts,
  channelId: string,
  text: string | null,
): Promise<boolean> {
  try {
    await presence.setStatus(channelId, text);
    return true;
  } catch (error) {
    log.warn({ err: error, channelId }, "couldn't set the voice channel status");
    return false;
  }
}

async function statusOf(
  { presence, clock }: StatusParts,
  guildId: string,
  channelId: string,
): Promise<string | null | undefined> {
  const over = new AbortController();
  const done = new AbortController();
  clock.sleep(knownWithinMs, done.signal).then(
    () => over.abort(),
    () => undefined,
  );
  try {
    return await presence.statusOf(guildId, channelId, over.signal);
  } finally {
    done.abort();
  }
}
