import type { Logger } from 'pino';
import { button, buttonRow, container, text } from '../../discord/layout.ts';
import type { MessageBody, Messenger } from '../../discord/messenger.ts';
import type { Order } from '../../discord/order.ts';
import type { Traffic } from '../../discord/traffic.ts';
import type { Clock } from '../../operations/clock.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';

/** What the bot asks a person before it spends or posts something for them. */
export interface Question {
  /** The call they asked in. */
  readonly callId: string;
  /** The text channel that shows the call. */
  readonly channelId: string;
  /** The only person who may answer. */
  readonly userId: string;
  /** The language of what everybody reads. */
  readonly locale: string;
  /** With the names and numbers as understood. */
  readonly sentence: string;
}

/** `withdrawn`: its message was deleted, or they left the call. */
type Unwanted = 'no' | 'late' | 'withdrawn';
/** `yes` comes with the press of the button, which can be answered like any other order. */
type QuestionAnswer =
  | { readonly is: 'yes'; readonly order: Order; close(sentence: string): Promise<void> }
  | { readonly is: Unwanted };

export interface QuestionsParts {
  readonly messenger: Pick<Messenger, 'post' | 'editPanel'>;
  /** Reports deleted messages. Without it, a question whose message was deleted waits until its time is up. */
  readonly traffic?: Pick<Traffic, 'onRemoval'>;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Open {
  readonly question: Question;
  /** Set once it's posted. */
  messageId?: string;
  readonly answered: PromiseWithResolvers<
    { readonly is: 'yes'; readonly order: Order } | { readonly is: Unwanted }
  >;
}

export const answerWithinMs = 45_000;
/** Each of them pings someone. */
const mostForPerson = 2;
const mostForCall = 3;

/** Questions with *Yes* and *No* buttons, each for one person. Unanswered ones are taken back. */
export class Questions {
  readonly #parts: QuestionsParts;
  readonly #open = new Map<string, Open>();
  #asked = 0;

  constructor(parts: QuestionsParts) {
    this.#parts = parts;
  }

  /** @throws {Refusal} `call-questions-open` @throws {MessageError} if it can't be asked */
  async ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    const { messenger, clock } = this.#parts;
    this.#assertRoomFor(question);
    this.#asked += 1;
    const id = `${clock.now().toString(36)}-${this.#asked}`;
    const open: Open = { question, answered: Promise.withResolvers() };
    // Counted before waiting, because many are asked at once.
    this.#open.set(id, open);
    const { tools } = wordsFor(question.locale).conversation;
    const over = new AbortController();
    const stopListening = this.#parts.traffic?.onRemoval(({ messageId }) => {
      this.#withdraw((each) => each === open && each.messageId === messageId);
    });
    try {
      const { messageId } = await messenger.post(question.channelId, bodyOf(id, question), `q${id}`);
      open.messageId = messageId;
      const late = clock
        .sleep(answerWithinMs, AbortSignal.any([signal, over.signal]))
        .catch(() => undefined)
        .then(() => ({ is: 'late' }) as const);
      const answer = await Promise.race([open.answered.promise, late]);
      const close = async (sentence: string) => await this.#close(question, messageId, sentence);
      if (answer.is === 'yes') return { ...answer, close };
      this.#open.delete(id);
      await close(answer.is === 'no' ? tools.refused : tools.expired);
      return answer;
    } finally {
      over.abort();
      stopListening?.();
      this.#open.delete(id);
    }
  }

  /**
   * A person pressed a button.
   * @param order of the press; undefined for *No*
   * @throws {Refusal} `call-question-over`, `call-question-not-yours`
   */
  answer(id: string, userId: string, order: Order | undefined): void {
    const open = this.#open.get(id);
    if (!open) throw new Refusal({ code: 'call-question-over' });
    const asked = open.question.userId;
    if (asked !== userId) throw new Refusal({ code: 'call-question-not-yours', userId: asked });
    this.#open.delete(id);
    open.answered.resolve(order ? { is: 'yes', order } : { is: 'no' });
  }

  /** They left the call, so they aren't asked anything any more. */
  left(callId: string, userId: string): void {
    this.#withdraw(({ question }) => question.callId === callId && question.userId === userId);
  }

  #assertRoomFor({ callId, userId }: Question): void {
    const asked = [...this.#open.values()].map(({ question }) => question);
    const ofPerson = asked.filter((each) => each.userId === userId).length;
    if (ofPerson >= mostForPerson)
      throw new Refusal({ code: 'call-questions-open', of: 'person', limit: mostForPerson });
    const ofCall = asked.filter((each) => each.callId === callId).length;
    if (ofCall >= mostForCall)
      throw new Refusal({ code: 'call-questions-open', of: 'call', limit: mostForCall });
  }

  #withdraw(isMeant: (open: Open) => boolean): void {
    for (const [id, open] of this.#open) {
      if (!isMeant(open)) continue;
      this.#open.delete(id);
      open.answered.resolve({ is: 'withdrawn' });
    }
  }

  async #close({ channelId }: Question, messageId: string, sentence: string): Promise<void> {
    const panel = { channelId, messageId, applicationId: '', token: '', tokenExpiresAt: 0 };
    await this.#parts.messenger
      .editPanel(panel, { components: [container([text(sentence)])] })
      .catch((error: unknown) => this.#parts.log.info({ err: error }, "couldn't close an answered question"));
  }
}

/** What the model is told about a question that wasn't answered with *Yes*. */
export function unanswered(is: Unwanted): string {
  if (is === 'no') return 'They pressed No.';
  if (is === 'late') return 'They did not press Yes in time, so nothing was done.';
  return 'The question was taken back before they answered, so nothing was done.';
}

function bodyOf(id: string, { sentence, userId, locale }: Question): MessageBody {
  const { buttons } = wordsFor(locale).conversation;
  return {
    components: [
      container([
        text(sentence),
        ...buttonRow([
          button('primary', buttons.yes, 'converse', 'allow', id),
          button('secondary', buttons.no, 'converse', 'deny', id),
        ]),
      ]),
    ],
    mentions: [userId],
  };
}
