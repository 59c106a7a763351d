import type { Logger } from 'pino';
import type { Actor } from '../../authority/actor.ts';
import { existsFor, mayDecide } from '../../authority/belonging.ts';
import { LiveMessage } from '../../discord/live-message.ts';
import type { MessageBody, Messenger } from '../../discord/messenger.ts';
import type { Order } from '../../discord/order.ts';
import { BoundedMap } from '../../operations/bounded-map.ts';
import type { Clock } from '../../operations/clock.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { isLanguage, languageCodes } from '../../service/realtime/translation/languages.ts';
import { type Words, wordsFor } from '../../words/index.ts';
import { detected, languageOfLocale } from '../language-names.ts';
import type { LanguagesOfPeople } from '../people.ts';
import type { Recording, RecordingRequest } from './recording.ts';
import type { RecordingHearing } from './recording-hearing.ts';
import { renderRecording, renderShared } from './recording-page.ts';
import { subtitlesOf, wordsOf } from './recording-text.ts';
import type { Recordings } from './recordings.ts';

/** What's shown in an answer, as long as its buttons work. */
interface Answer {
  readonly hearing: RecordingHearing;
  readonly message: LiveMessage;
  readonly at: number;
  isShared: boolean;
}

/** What a recording says, as a file. */
export interface RecordingFile {
  readonly name: 'txt' | 'srt';
  readonly bytes: Uint8Array;
}

/** How long Discord lets the bot answer with an answer's token. Later, nothing of it is kept. */
const keptMs = 15 * 60_000;
const mostKept = 300;

/** What recordings say, as commands and buttons use it, from request to file. */
export class RecordingDesk {
  readonly #parts;
  readonly #answers = new BoundedMap<string, Answer>(mostKept);

  constructor(parts: {
    readonly recordings: Pick<
      Recordings,
      'open' | 'close' | 'hear' | 'dropPerson' | 'noteAnswer' | 'underWay'
    >;
    readonly languages: Pick<LanguagesOfPeople, 'of'>;
    /** Whether the service may detect what a person speaks. */
    readonly detectsLanguage: boolean;
    /** Called before the glossary's names are used. */
    readonly prepare: (guildId: string) => Promise<void>;
    readonly messenger: Pick<Messenger, 'editPanel' | 'post'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
  }

  open(): void {
    this.#parts.recordings.open();
  }

  /** Stops what's being heard, and says so. */
  async close(): Promise<void> {
    await this.#parts.recordings.close();
    await Promise.all([...this.#answers.values()].map(async ({ message }) => await message.finish()));
    this.#answers.clear();
  }

  /** Nothing of this person is heard any more, or kept. */
  forget(userId: string): void {
    this.#parts.recordings.dropPerson(userId);
    for (const [id, { hearing }] of this.#answers) {
      const { request } = hearing;
      if (request.userId === userId || request.recording.authorId === userId) this.#answers.delete(id);
    }
  }

  /**
   * Listens to a recording, and writes what it says into the private answer as it comes.
   * @throws Refusal as `Recordings.hear`; then nothing is sent and nothing is spent
   */
  async hear(order: Order, recording: Recording): Promise<void> {
    await this.#hear(order, recording, await this.languagesFor(order, recording.authorId));
  }

  /**
   * The same again because it's in another language, which costs again.
   * @throws Refusal `control-expired`, and as `hear`
   */
  async hearAs(actor: Actor, id: string, language: string, order: Order): Promise<void> {
    const { request } = this.#ownAnswer(actor, id).hearing;
    if (!isLanguage(language)) throw expired();
    await this.#hear(order, request.recording, { from: language, to: request.to });
  }

  async #hear(
    order: Order,
    recording: Recording,
    languages: Pick<RecordingRequest, 'from' | 'to'>,
  ): Promise<void> {
    const { recordings, prepare, messenger, clock, log } = this.#parts;
    const { id, reference, guildId, userId, locale, panel } = order;
    await prepare(guildId);
    const answer = { panel, locale };
    const request = { id, reference, guildId, userId, recording, ...languages, answer };
    const hearing = await recordings.hear(request);
    const words = wordsFor(locale);
    const message = new LiveMessage({
      place: { is: 'answer', panel },
      messenger,
      clock,
      render: () => renderRecording(hearing, words),
      onTrouble: (error) => log.info({ err: error, reference }, "couldn't show what a recording says"),
    });
    this.#keep(id, { hearing, message, at: clock.now(), isShared: false });
    hearing.onChange(() => message.refresh());
    message.refresh();
    await message.settled();
  }

  /**
   * Listens to a recording for everyone in its channel.
   * @throws Refusal as `Recordings.hear`; then nothing is sent and nothing is spent
   */
  async hearForAll(request: RecordingRequest): Promise<RecordingHearing> {
    const { recordings, prepare } = this.#parts;
    await prepare(request.guildId);
    return await recordings.hear(request);
  }

  /** The answer to a recording that's heard for everyone has a message of its own. Never rejects. */
  async noteAnswer(id: string, channelId: string, messageId: string): Promise<void> {
    await this.#parts.recordings.noteAnswer(id, channelId, messageId);
  }

  /** What the author probably speaks, and what the person who asks reads. */
  async languagesFor(
    { guildId, userId, locale, publicLocale }: Pick<Order, 'guildId' | 'userId' | 'locale' | 'publicLocale'>,
    authorId: string,
  ): Promise<Pick<RecordingRequest, 'from' | 'to'>> {
    const { languages, detectsLanguage } = this.#parts;
    const [reader, author] = await Promise.all([
      languages.of(guildId, userId),
      languages.of(guildId, authorId),
    ]);
    const spoken = reader.speaks === detected ? undefined : reader.speaks;
    const likely = languageOfLocale(publicLocale, languageCodes) ?? 'en';
    const said = author.speaks === detected && !detectsLanguage ? undefined : author.speaks;
    return {
      from: said ?? (detectsLanguage ? detected : likely),
      to: reader.reads ?? spoken ?? languageOfLocale(locale, languageCodes) ?? 'en',
    };
  }

  /** What's being listened to, or waits for it, that's theirs to stop: whether an answer shows it or not. */
  stoppableBy(actor: Actor): readonly RecordingHearing[] {
    return this.#parts.recordings.underWay.filter(({ request }) => mayDecide(actor, belongingOf(request)));
  }

  /**
   * Stops listening.
   * @throws Refusal `control-expired` if it's over, or isn't theirs to stop
   */
  stop(actor: Actor, id: string): void {
    const hearing = this.stoppableBy(actor).find(({ request }) => request.id === id);
    if (!hearing) throw expired();
    hearing.stop('person');
  }

  /**
   * The body for everybody in its channel.
   * @throws Refusal `control-expired`, `recording-shared-already`
   */
  share(actor: Actor, id: string, channelId: string, words: Words): MessageBody {
    const answer = this.#ownAnswer(actor, id);
    const { hearing } = answer;
    // Elsewhere, people might read it who can't see the message.
    if (channelId !== hearing.request.recording.channelId) throw expired();
    if (answer.isShared) throw new Refusal({ code: 'recording-shared-already' });
    answer.isShared = true;
    return renderShared(hearing, `<@${actor.userId}>`, words);
  }

  /**
   * What to read aloud: in the reader's language.
   * @throws Refusal `control-expired`
   */
  spokenText(actor: Actor, id: string): string {
    const { hearing } = this.#ownAnswer(actor, id);
    const translation = hearing.translated ? wordsOf(hearing.passages, 'translation') : '';
    return translation || wordsOf(hearing.passages, 'original');
  }

  /**
   * The whole text, and captions with times.
   * @throws Refusal `control-expired`
   */
  files(actor: Actor, id: string): readonly RecordingFile[] {
    const { passages, translated } = this.#ownAnswer(actor, id).hearing;
    const texts = [
      wordsOf(passages, 'original'),
      ...(translated ? [wordsOf(passages, 'translation')] : []),
    ].filter((each) => each !== '');
    return [
      { name: 'txt', bytes: Buffer.from(`${texts.join('\n\n')}\n`) },
      { name: 'srt', bytes: Buffer.from(subtitlesOf(passages, translated)) },
    ];
  }

  #keep(id: string, answer: Answer): void {
    const now = this.#parts.clock.now();
    for (const [each, { at }] of this.#answers) if (now - at >= keptMs) this.#answers.delete(each);
    this.#answers.set(id, answer);
  }

  /** Buttons of an answer that only its person sees. */
  #ownAnswer(actor: Actor, id: string): Answer {
    const answer = this.#answerOf(id);
    const { request } = answer.hearing;
    const isTheirs = request.userId === actor.userId && existsFor(actor, belongingOf(request));
    if (!isTheirs || !answer.hearing.isOver) throw expired();
    return answer;
  }

  #answerOf(id: string): Answer {
    const answer = this.#answers.get(id);
    if (!answer || this.#parts.clock.now() - answer.at >= keptMs) throw expired();
    return answer;
  }
}

function belongingOf({ guildId, userId, recording: { channelId } }: RecordingRequest) {
  return { guildId, ownerId: userId, channelId, withheld: true };
}

function expired(): Refusal {
  return new Refusal({ code: 'control-expired' });
}
