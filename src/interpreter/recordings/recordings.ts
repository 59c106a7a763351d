import type { Logger } from 'pino';
import { paymentOf, type RunningRecordings } from '../../call/running-recordings.ts';
import { refusalOf, type Spending } from '../../community/spending.ts';
import type { Traffic } from '../../discord/traffic.ts';
import { largestRecordingBytes } from '../../media/sound/fetch-sound.ts';
import { FairQueue } from '../../operations/fair-queue.ts';
import { Refusal } from '../../refusal/refusal.ts';
import type { KeptTexts } from './kept-texts.ts';
import { longestRecordingMs, type RecordingRequest, type RecordingStop } from './recording.ts';
import { RecordingHearing, type RecordingHearingParts } from './recording-hearing.ts';

/** Who waits. Later ones are refused, because their answers can't wait any longer. */
const longestLine = 100;
/** Of one person, waiting or being heard. */
const mostOfOnePerson = 3;

/** Hearing ten minutes takes two, and a few connects may be ahead. */
const leastAnswerMs = 4 * 60_000;

interface Queued {
  readonly id: string;
  readonly userId: string;
  /** When it was asked for, which is the day that's charged. */
  readonly at: number;
  readonly hearing: RecordingHearing;
  /** It's written down that it's under way. */
  readonly noted: Promise<void>;
}

/**
 * What recordings say: members in turn, a few at a time, behind live calls. A recording's length is known and paid for before
 * anything of it is sent, and what wasn't sent is given back.
 */
export class Recordings {
  readonly #parts;
  readonly #waiting = new FairQueue<Queued>();
  readonly #heard = new Set<RecordingHearing>();
  readonly #works = new Set<Promise<void>>();
  /** Stops listening for deleted messages, which matter only while something waits or is heard. */
  #unfollow: (() => void) | undefined;
  #closed = false;

  constructor(
    parts: RecordingHearingParts & {
      readonly spending: Pick<Spending, 'charge' | 'finish' | 'left'>;
      readonly running: RunningRecordings;
      /** What recordings said in the last day. */
      readonly kept: Pick<KeptTexts, 'recall' | 'keep'>;
      /** Deleted messages. */
      readonly traffic: Pick<Traffic, 'onRemoval'>;
      /** How many are listened to at once. */
      readonly atOnce: number;
      readonly log: Logger;
    },
  ) {
    this.#parts = parts;
  }

  open(): void {
    this.#follow(this.#parts.running.recover());
  }

  /** Stops everything, and resolves when it's given back. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopAll('restart', () => true);
    // Nobody waits for what's being decoded.
    this.#parts.decoders.close();
    await Promise.all(this.#works);
  }

  /**
   * Begins to listen, as soon as it's its turn. What goes wrong later is its state.
   * @throws Refusal `recording-never`, `recording-too-large`, `recording-too-long`, `recordings-own-busy`, `recordings-busy`,
   * `quota-spent`
   */
  async hear(request: RecordingRequest): Promise<RecordingHearing> {
    const { id, guildId, userId, reference, answer, asked } = request;
    if (this.#closed) throw new Refusal({ code: 'shutting-down' });
    assertFits(request);
    if (this.#parts.unheard.has(request.recording.authorId)) throw new Refusal({ code: 'recording-never' });
    const recalled = await this.#parts.kept.recall(request);
    if (recalled) {
      const again = new RecordingHearing(request, this.#parts);
      again.recall(recalled);
      return again;
    }
    await this.#assertAffordable(request);
    if (this.#countOf(userId) >= mostOfOnePerson)
      throw new Refusal({ code: 'recordings-own-busy', limit: mostOfOnePerson });
    if (this.#waiting.size >= longestLine) throw new Refusal({ code: 'recordings-busy' });
    const hearing = new RecordingHearing(request, this.#parts);
    const at = this.#parts.clock.now();
    const noted = this.#parts.running.noteBegun(id, { guildId, userId, reference, at, answer, asked });
    // It counts when it's its turn.
    noted.catch(() => undefined);
    this.#waiting.enqueue({ id, userId, at, hearing, noted });
    void hearing.over.then(() => this.#serve());
    this.#serve();
    return hearing;
  }

  /** What's being listened to, and then what waits, in its order. */
  get underWay(): readonly RecordingHearing[] {
    const waiting = this.#waiting.inOrder().map(({ hearing }) => hearing);
    return [...this.#heard, ...waiting].filter(({ isOver }) => !isOver);
  }

  /** Its answer has a message of its own in the channel. Never rejects. */
  async noteAnswer(id: string, channelId: string, messageId: string): Promise<void> {
    await this.#parts.running.noteAnswer(id, channelId, messageId);
  }

  /** Nothing of this person is heard or asked for any more. */
  dropPerson(userId: string): void {
    const isTheirs = ({ request }: RecordingHearing) =>
      request.userId === userId || request.recording.authorId === userId;
    this.#stopAll('never', isTheirs);
  }

  #countOf(userId: string): number {
    const heard = [...this.#heard].filter(({ request }) => request.userId === userId);
    return heard.length + this.#waiting.countOf(userId);
  }

  #stopAll(why: RecordingStop, which: (hearing: RecordingHearing) => boolean): void {
    // Those that wait first: none of them begins because another one ended.
    for (const hearing of this.underWay.toReversed()) if (which(hearing)) hearing.stop(why);
    this.#serve();
  }

  #serve(): void {
    for (const queued of this.#waiting.inOrder()) if (queued.hearing.isOver) this.#drop(queued);
    while (this.#heard.size < this.#parts.atOnce) {
      const next = this.#waiting.take();
      if (!next) break;
      this.#heard.add(next.hearing);
      this.#follow(this.#work(next));
    }
    for (const [ahead, { hearing }] of this.#waiting.inOrder().entries()) hearing.noteAhead(ahead + 1);
    if (this.#heard.size > 0) this.#watchRemovals();
    else {
      this.#unfollow?.();
      this.#unfollow = undefined;
    }
  }

  #watchRemovals(): void {
    this.#unfollow ??= this.#parts.traffic.onRemoval(({ messageId }) => {
      this.#stopAll('deleted', ({ request }) => request.recording.messageId === messageId);
    });
  }

  /** It was stopped while it waited. */
  #drop({ id, noted }: Queued): void {
    this.#waiting.remove(id);
    this.#follow(noted.catch(() => undefined).then(async () => await this.#parts.running.noteEnded(id)));
  }

  async #work(queued: Queued): Promise<void> {
    const { id, hearing, noted } = queued;
    try {
      await noted;
      this.#assertInTime(hearing.request);
      await this.#parts.decoders.inFolder(async (folder) => {
        const sound = await hearing.prepareSound(folder);
        await this.#paid(queued, sound.ms, async () => await hearing.listen(sound));
      });
      await this.#keep(hearing);
    } catch (error) {
      if (!hearing.isOver && !(error instanceof Refusal))
        this.#parts.log.warn(
          { err: error, reference: hearing.request.reference },
          "couldn't hear a recording",
        );
      hearing.fail(error);
    } finally {
      await this.#parts.running.noteEnded(id);
      this.#heard.delete(hearing);
      this.#serve();
    }
  }

  async #keep(hearing: RecordingHearing): Promise<void> {
    const { request, state, passages, language } = hearing;
    if (state.is !== 'heard' || passages.length === 0) return;
    const { ms, whole } = state;
    if (await this.#parts.kept.keep(request, { passages, language, ms, whole })) hearing.noteKept();
  }

  /** Its seconds are reserved before the work, and what the service didn't get is given back after it. */
  async #paid({ id, at, hearing }: Queued, ms: number, work: () => Promise<void>): Promise<void> {
    const { spending } = this.#parts;
    const { guildId, userId, reference } = hearing.request;
    const seconds = Math.ceil(ms / 1_000);
    const entry = { id: paymentOf(id), guildId, userId, reference, at };
    await spending.charge(entry, seconds);
    try {
      if (!hearing.isOver) await work();
    } finally {
      await spending.finish(entry, Math.min(seconds, hearing.sentSeconds));
    }
  }

  /** An answer that can't be changed any more isn't worth paying for. */
  #assertInTime({ answer }: RecordingRequest): void {
    const leftMs = answer ? answer.panel.tokenExpiresAt - this.#parts.clock.now() : Number.POSITIVE_INFINITY;
    if (leftMs < leastAnswerMs) throw new Refusal({ code: 'recordings-busy' });
  }

  /** Before anything is downloaded, as far as its length is known. */
  async #assertAffordable({ guildId, userId, recording }: RecordingRequest): Promise<void> {
    const needed = Math.max(1, Math.ceil(recording.seconds ?? 1));
    const left = await this.#parts.spending.left(guildId, userId);
    if (left && left.left < needed) throw refusalOf(left, needed);
  }

  #follow(work: Promise<void>): void {
    this.#works.add(work);
    void work.finally(() => this.#works.delete(work));
  }
}

function assertFits({ recording: { bytes, seconds = 0 } }: RecordingRequest): void {
  if (bytes > largestRecordingBytes)
    throw new Refusal({ code: 'recording-too-large', limitMegabytes: largestRecordingBytes / 2 ** 20 });
  // Discord rounds.
  if (seconds * 1_000 > longestRecordingMs + 1_000)
    throw new Refusal({ code: 'recording-too-long', limitMinutes: longestRecordingMs / 60_000 });
}
