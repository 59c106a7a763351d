import type { Logger } from 'pino';
import { button, buttonRow, container, text } from '../../discord/layout.ts';
import type { MessageBody, Messenger } from '../../discord/messenger.ts';
import type { Order } from '../../discord/order.ts';
import type { Clock } from '../../operations/clock.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';

/** What the bot asks a person before it spends or posts something for them. */
export interface Question {
  /** Of text channel in which the call is shown. */
  readonly channelId: string;
  /** The one person who may answer. */
  readonly userId: string;
  /** Of what everybody reads. */
  readonly locale: string;
  /** With the names and numbers that were understood. */
  readonly sentence: string;
}

/** `yes` comes with the press of the button, which may be answered like any other order. */
type QuestionAnswer =
  | { readonly is: 'yes'; readonly order: Order; close(sentence: string): Promise<void> }
  | { readonly is: 'no' }
  | { readonly is: 'late' };

export interface QuestionsParts {
  readonly messenger: Pick<Messenger, 'post' | 'editPanel'>;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Open {
  readonly userId: string;
  readonly pressed: PromiseWithResolvers<
    { readonly is: 'yes'; readonly order: Order } | { readonly is: 'no' }
  >;
}

export const answerWithinMs = 45_000;

/** Questions with a *Yes* and a *No* under them, each for one person. One that nobody answers is taken back. */
export class Questions {
  readonly #parts: QuestionsParts;
  readonly #open = new Map<string, Open>();
  #asked = 0;

  constructor(parts: QuestionsParts) {
    this.#parts = parts;
  }

  /** @throws {MessageError} when it can't be asked */
  async ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    const { messenger, clock } = this.#parts;
    this.#asked += 1;
    const id = `${clock.now().toString(36)}-${this.#asked}`;
    const pressed: Open['pressed'] = Promise.withResolvers();
    this.#open.set(id, { userId: question.userId, pressed });
    const { tools } = wordsFor(question.locale).conversation;
    const over = new AbortController();
    try {
      const { messageId } = await messenger.post(question.channelId, bodyOf(id, question), `q${id}`);
      const late = clock
        .sleep(answerWithinMs, AbortSignal.any([signal, over.signal]))
        .catch(() => undefined)
        .then(() => ({ is: 'late' }) as const);
      const answer = await Promise.race([pressed.promise, late]);
      const close = async (sentence: string) => await this.#close(question, messageId, sentence);
      if (answer.is === 'yes') return { ...answer, close };
      await close(answer.is === 'no' ? tools.refused : tools.expired);
      return answer;
    } finally {
      over.abort();
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
    if (open.userId !== userId) throw new Refusal({ code: 'call-question-not-yours', userId: open.userId });
    this.#open.delete(id);
    open.pressed.resolve(order ? { is: 'yes', order } : { is: 'no' });
  }

  async #close({ channelId }: Question, messageId: string, sentence: string): Promise<void> {
    const panel = { channelId, messageId, applicationId: '', token: '', tokenExpiresAt: 0 };
    await this.#parts.messenger
      .editPanel(panel, { components: [container([text(sentence)])] })
      .catch((error: unknown) => this.#parts.log.info({ err: error }, "couldn't close an answered question"));
  }
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
