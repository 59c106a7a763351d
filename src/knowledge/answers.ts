import { randomUUID } from 'node:crypto';
import type { Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { AllowanceLeft } from '../refusal/spending.ts';
import type { OpenBases, Reader } from './access.ts';
import type { Findings, PassageFinder } from './find.ts';
import type { Gaps } from './gaps.ts';
import type { AnswerRecord, Audience, ShownDocument } from './shown-page.ts';
import type { ShownPages } from './shown-pages.ts';

/** An answer, and what later actions need. */
interface Answered {
  readonly id: string;
  readonly record: AnswerRecord;
  /** Names of bases that couldn't be searched. */
  readonly failed: readonly string[];
  /** For the person who asked, and paid a search. */
  readonly left?: AllowanceLeft | undefined;
}

/** How many characters of the previous question still count. */
const longestContext = 200;

/** What the next question needs from this answer to be understood. */
export function contextOf({ after, question }: AnswerRecord): string {
  return [...(after === undefined ? [] : [after]), question].join(' ').slice(-longestContext).toWellFormed();
}

/** Questions answered from documents. */
export class Answers {
  readonly #parts;

  constructor(parts: {
    readonly bases: OpenBases;
    readonly finder: PassageFinder;
    readonly pages: ShownPages;
    readonly gaps: Gaps;
    /** In `searches`. If absent, they aren't limited. */
    readonly spending?: Pick<Spending, 'charge' | 'finish' | 'left'> | undefined;
    readonly clock: Clock;
  }) {
    this.#parts = parts;
  }

  /**
   * What the documents say about a question, in the bases that this person may use here, or in one of them.
   * @throws Refusal, ServiceError
   */
  async find(
    reader: Reader,
    question: string,
    options: { readonly base?: string | undefined; readonly signal?: AbortSignal } = {},
  ): Promise<Findings> {
    const { bases, finder } = this.#parts;
    const first = await bases.pick(reader, options.base);
    const searched = options.base === undefined ? await bases.openTo(reader) : [first];
    return await this.#paid(reader, async () => await finder.find(searched, question, options.signal));
  }

  /**
   * Like `find`, for an answer that others hear and read, too, so it only uses bases that all of them may use.
   * @param others who learns of it besides the person who asks
   * @throws Refusal (`knowledge-not-for-room` and those of `find`), ServiceError
   */
  async findForAll(
    reader: Reader,
    others: readonly Reader[],
    question: string,
    signal?: AbortSignal,
  ): Promise<Findings> {
    const { bases, finder } = this.#parts;
    const searched = await bases.sharedBy(reader, others);
    return await this.#paid(reader, async () => await finder.find(searched, question, signal));
  }

  /** What of their searches this person has left; undefined if nothing is limited, or the store doesn't say. */
  async #leftFor({ guildId, userId }: Reader): Promise<AllowanceLeft | undefined> {
    return await this.#parts.spending?.left(guildId, userId).catch(() => undefined);
  }

  /** Asks for this person only. */
  async ask(reader: Reader, question: string, wanted: string | undefined): Promise<Answered> {
    const findings = await this.find(reader, question, { base: wanted });
    const answered = await this.#keep(reader, { is: 'person', userId: reader.userId }, question, findings);
    return { ...answered, left: await this.#leftFor(reader) };
  }

  /**
   * Asks for everyone in the channel, so only in bases that each of them may use.
   * @param earlier the previous question, searched together with this one if this one alone finds nothing
   */
  async askForAll(
    reader: Reader,
    others: readonly Reader[],
    question: string,
    { earlier, signal }: { readonly earlier?: string | undefined; readonly signal: AbortSignal },
  ): Promise<Answered> {
    const alone = await this.findForAll(reader, others, question, signal);
    const isAlone = alone.passages.length > 0 || earlier === undefined;
    const findings = isAlone
      ? alone
      : await this.findForAll(reader, others, `${earlier} ${question}`, signal);
    signal.throwIfAborted();
    const [channelId = ''] = reader.channelIds;
    const after = isAlone || findings.passages.length === 0 ? {} : { after: earlier };
    return await this.#keep(reader, { is: 'channel', channelId }, question, findings, after);
  }

  /** False if this person already said so. */
  async unhelpful(reader: Reader, id: string): Promise<boolean> {
    const { bases, pages, gaps } = this.#parts;
    bases.assertSetUp();
    return await pages.inTurn(id, async () => {
      const record = await pages.find(reader, id);
      if (record?.is !== 'answer') throw new Refusal({ code: 'control-expired' });
      if (record.unhelpfulTo.includes(reader.userId)) return false;
      await gaps.add(reader, record.question, record.passages.length > 0);
      await pages.keep(id, { ...record, unhelpfulTo: [...record.unhelpfulTo, reader.userId] });
      return true;
    });
  }

  /** A question is one search, in however many bases. One that failed isn't counted. */
  async #paid<Found>({ guildId, userId }: Reader, find: () => Promise<Found>): Promise<Found> {
    const { spending, clock } = this.#parts;
    if (!spending) return await find();
    const entry = { guildId, userId, id: randomUUID(), at: clock.now() };
    await spending.charge(entry, 1);
    let used = 0;
    try {
      const found = await find();
      used = 1;
      return found;
    } finally {
      await spending.finish(entry, used);
    }
  }

  async #keep(
    { guildId }: Reader,
    audience: Audience,
    question: string,
    { passages, searched, failed }: Findings,
    context: Pick<AnswerRecord, 'after'> = {},
  ): Promise<Answered> {
    const { pages, clock } = this.#parts;
    const documents: ShownDocument[] = [];
    const placeOf = (shown: ShownDocument): number => {
      const at = documents.findIndex(({ baseId, id }) => baseId === shown.baseId && id === shown.id);
      return at >= 0 ? at : documents.push(shown) - 1;
    };
    const record: AnswerRecord = {
      is: 'answer',
      guildId,
      audience,
      at: clock.now(),
      question,
      ...context,
      baseIds: searched.map(({ id }) => id),
      passages: passages.map(({ text, score, base, documentId, documentName: name }) => ({
        text,
        score,
        baseId: base.id,
        name,
        documentId,
        ...(documentId !== undefined && name !== undefined
          ? { document: placeOf({ baseId: base.id, id: documentId, name }) }
          : {}),
      })),
      documents,
      unhelpfulTo: [],
    };
    const id = pages.newId();
    await pages.keep(id, record);
    return { id, record, failed: failed.map(({ name }) => name) };
  }
}
