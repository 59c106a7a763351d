import type { Logger } from 'pino';
import { CallNotice } from '../../call/call-notice.ts';
import { button, buttonRow, container, text } from '../../discord/layout.ts';
import { type MessageBody, type Messenger, ownMessage } from '../../discord/messenger.ts';
import type { Order } from '../../discord/order.ts';
import type { Traffic } from '../../discord/traffic.ts';
import { BoundedMap } from '../../operations/bounded-map.ts';
import { type Clock, timedOut, withTimeout } from '../../operations/clock.ts';
import { Refusal } from '../../refusal/refusal.ts';
import { wordsFor } from '../../words/index.ts';
import type { CallRequest } from '../call-types.ts';

/** What the bot asks a person before it spends or posts something for them. */
export interface Question {
  /** Of the call they asked in. It's asked where that has its panel, unless the call's pages are in a thread. */
  readonly request: Pick<CallRequest, 'id' | 'panelChannelId' | 'textChannelId' | 'publicLocale'>;
  /** The only person who may answer. */
  readonly userId: string;
  /** With the names and numbers as understood. */
  readonly sentence: string;
  /** The button that says yes, with what it costs. */
  readonly yes: string;
}

/** `withdrawn`: its message was deleted, or they left the call. */
type Unwanted = 'no' | 'late' | 'withdrawn';
/** `yes` comes with the press of the button, which can be answered like any other order. */
type QuestionAnswer =
  | { readonly is: 'yes'; readonly order: Order; close(sentence: string): Promise<void> }
  | { readonly is: Unwanted };

interface Open {
  readonly question: Question;
  /** Once it's posted. */
  notice?: CallNotice;
  readonly answered: PromiseWithResolvers<
    { readonly is: 'yes'; readonly order: Order } | { readonly is: Unwanted }
  >;
}

export const answerWithinMs = 2 * 60_000;
/** Each of them pings someone. */
const mostForPerson = 2;
const mostForCall = 3;
const mostCalls = 1_000;

/**
 * Questions with *Yes* and *No* buttons, each for one person. A question stays below the newest page of what's said in
 * its call, and is taken back after two minutes.
 */
export class Questions {
  readonly #messenger: Pick<Messenger, 'post' | 'editPanel' | 'remove'>;
  readonly #traffic: Pick<Traffic, 'onRemoval'> | undefined;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #open = new Map<string, Open>();
  /** Where the pages of a call are. */
  readonly #places = new BoundedMap<string, string>(mostCalls);
  #asked = 0;

  /** @param traffic reports deleted messages. Without it, a question whose message was deleted waits until its time is up. */
  constructor(
    messenger: Pick<Messenger, 'post' | 'editPanel' | 'remove'>,
    traffic: Pick<Traffic, 'onRemoval'> | undefined,
    clock: Clock,
    log: Logger,
  ) {
    this.#messenger = messenger;
    this.#traffic = traffic;
    this.#clock = clock;
    this.#log = log;
  }

  /** @throws {Refusal} `call-questions-open` @throws {MessageError} if it can't be asked */
  async ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    this.#assertRoomFor(question);
    this.#asked += 1;
    const id = `${this.#clock.now().toString(36)}-${this.#asked}`;
    const open: Open = { question, answered: Promise.withResolvers() };
    // Counted before waiting, because many are asked at once.
    this.#open.set(id, open);
    const { tools } = wordsFor(question.request.publicLocale).conversation;
    const stopListening = this.#traffic?.onRemoval(({ messageId }) => {
      this.#withdraw((each) => each === open && each.notice?.message.messageId === messageId);
    });
    try {
      const notice = await this.#post(id, question);
      open.notice = notice;
      const pressed = withTimeout(open.answered.promise, answerWithinMs, this.#clock, signal);
      const said = await pressed.catch((): typeof timedOut => timedOut);
      const answer = said === timedOut ? ({ is: 'late' } as const) : said;
      const isSettled = notice.stay();
      const close = async (sentence: string) => {
        await isSettled;
        await this.#close(notice, sentence);
      };
      if (answer.is === 'yes') return { ...answer, close };
      this.#open.delete(id);
      await close(answer.is === 'no' ? tools.refused : tools.expired);
      return answer;
    } finally {
      stopListening?.();
      this.#open.delete(id);
    }
  }

  /** A page of a call begins at the end of that channel, so what's open goes below it. */
  follow(callId: string, channelId: string): void {
    this.#places.set(callId, channelId);
    for (const { question, notice } of this.#open.values())
      if (question.request.id === callId) notice?.follow(channelId);
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
    void open.notice?.stay();
    open.answered.resolve(order ? { is: 'yes', order } : { is: 'no' });
  }

  /** They left the call, so they aren't asked anything any more. */
  left(callId: string, userId: string): void {
    this.#withdraw(({ question }) => question.request.id === callId && question.userId === userId);
  }

  #assertRoomFor({ request, userId }: Question): void {
    const asked = [...this.#open.values()].map(({ question }) => question);
    const ofPerson = asked.filter((each) => each.userId === userId).length;
    if (ofPerson >= mostForPerson)
      throw new Refusal({ code: 'call-questions-open', of: 'person', limit: mostForPerson });
    const ofCall = asked.filter((each) => each.request.id === request.id).length;
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

  /** @throws {MessageError} */
  async #post(id: string, question: Question): Promise<CallNotice> {
    const { request } = question;
    const panelChannelId = this.#places.get(request.id) ?? request.panelChannelId;
    return await CallNotice.post({
      request: { ...request, panelChannelId },
      ...{ body: bodyOf(id, question), nonce: `q${id}`, followsPages: true },
      ...{ messenger: this.#messenger, log: this.#log },
    });
  }

  async #close({ message }: CallNotice, sentence: string): Promise<void> {
    const panel = { ...message, ...ownMessage };
    await this.#messenger
      .editPanel(panel, { components: [container([text(sentence)])] })
      .catch((error: unknown) => this.#log.info({ err: error }, "couldn't close an answered question"));
  }
}

/** What the model can say, in its own words, to a person who didn't answer with *Yes*. */
export function unanswered(is: Unwanted): string {
  if (is === 'no') return "All right, I won't.";
  if (is === 'late') return "You didn't press Yes in time, so I didn't do it.";
  return "That question is closed, so I didn't do it.";
}

function bodyOf(id: string, { sentence, yes, userId, request }: Question): MessageBody {
  const { buttons } = wordsFor(request.publicLocale).conversation;
  return {
    components: [
      container([
        text(sentence),
        ...buttonRow([
          button('primary', yes, 'converse', 'allow', id),
          button('secondary', buttons.no, 'converse', 'deny', id),
        ]),
      ]),
    ],
    mentions: [userId],
  };
}
