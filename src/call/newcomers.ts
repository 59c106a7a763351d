import type { Logger } from 'pino';
import type { Consents } from '../community/consent.ts';
import type { Unheard } from '../community/never-heard.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { Messenger } from '../discord/messenger.ts';
import { wordsFor } from '../words/index.ts';
import { CallNotice } from './call-notice.ts';
import type { CallPresenter } from './presenter.ts';
import type { BasicCall } from './types.ts';
import type { Arrival, VoicePeople } from './voice-people.ts';

/** In one message. If there are more, they see the message, too. */
const mostPinged = 20;

/**
 * People who come into a call's channel, or are in the one it's moved to. Those who asked to be remembered are heard at
 * once. Everybody else is asked once per call, in a message that only pings them, stays below the newest page, and goes
 * once they all pressed or left, or the call ended. People who were there from the start saw the panel and aren't pinged.
 */
export class Newcomers {
  readonly #parts;
  readonly #asked = new Set<string>();
  /** Who hasn't answered yet, by what they were asked in. */
  readonly #notices = new Map<CallNotice, Set<string>>();
  readonly #stops: readonly (() => void)[];
  #isOver = false;

  constructor(parts: {
    readonly call: Pick<BasicCall, 'request' | 'channelId' | 'state' | 'participants' | 'onChange'>;
    readonly presenter: Pick<CallPresenter, 'kind' | 'route' | 'sentences'>;
    /** Hears this person from now on. */
    readonly join: (userId: string) => void | Promise<void>;
    readonly consents: Pick<Consents, 'isRemembered'>;
    /** People who are never heard, so they aren't asked either. */
    readonly unheard: Unheard;
    readonly people: VoicePeople;
    readonly messenger: Pick<Messenger, 'post' | 'remove'>;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    const { call, people } = parts;
    this.#stops = [
      people.onArrival((arrival) => this.#arrived(arrival)),
      people.onDeparture(({ guildId, channelId, userId }) => {
        if (guildId === call.request.guildId && channelId === call.channelId) this.#answered([userId]);
      }),
      call.onChange(
        () => this.#answered(call.participants),
        () => [...call.participants],
      ),
    ];
  }

  /** Adds people who are already there and asked to be remembered. */
  async welcome(): Promise<void> {
    const { call, people } = this.#parts;
    const there = people.in(call.request.guildId, call.channelId).map(({ userId }) => userId);
    for (const userId of there) this.#asked.add(userId);
    await Promise.all(there.map(async (userId) => await this.#joinIfRemembered(userId)));
  }

  /** The call moved to another channel, where people haven't seen the panel. */
  moved(): void {
    const { call, people } = this.#parts;
    this.#invite(people.in(call.request.guildId, call.channelId).map(({ userId }) => userId));
  }

  /** Never asks about this person again, because they left by choice. */
  spare(userId: string): void {
    this.#asked.add(userId);
  }

  close(): void {
    this.#isOver = true;
    for (const stop of this.#stops) stop();
    for (const notice of [...this.#notices.keys()]) this.#remove(notice);
  }

  /** A page begins at the end of that channel, so what's asked there goes below it. */
  follow(channelId: string): void {
    for (const notice of this.#notices.keys()) notice.follow(channelId);
  }

  #arrived({ guildId, channelId, userId }: Arrival): void {
    const { request, channelId: callIn } = this.#parts.call;
    if (guildId === request.guildId && channelId === callIn) this.#invite([userId]);
  }

  #invite(there: readonly string[]): void {
    const { unheard, call } = this.#parts;
    const { participants, request } = call;
    const userIds = there.filter(
      (userId) => !participants.has(userId) && !this.#asked.has(userId) && !unheard.has(userId),
    );
    for (const userId of userIds) this.#asked.add(userId);
    void this.#ask(userIds).catch((error: unknown) => {
      this.#parts.log.info({ err: error, reference: request.reference }, "couldn't ask a newcomer to join");
    });
  }

  async #ask(userIds: readonly string[]): Promise<void> {
    const joined = await Promise.all(userIds.map(async (userId) => await this.#joinIfRemembered(userId)));
    const asked = userIds.filter((_, index) => !joined[index]).slice(0, mostPinged);
    const [first] = asked;
    if (first === undefined || this.#isOver) return;
    const { call, presenter, messenger, log } = this.#parts;
    const { id, publicLocale } = call.request;
    const words = wordsFor(publicLocale);
    const { invited } = presenter.sentences(words);
    const body = {
      components: [
        container([
          text(invited(asked.map((userId) => `<@${userId}>`).join(' '), call.channelId)),
          ...buttonRow([button('primary', words.call.buttons.join, presenter.route, 'join', id)]),
        ]),
      ],
      mentions: asked,
    };
    const nonce = `n${first.slice(-10)}${id.slice(-12)}`;
    const notice = await CallNotice.post({ request: call.request, body, nonce, messenger, log });
    this.#notices.set(notice, new Set(asked));
    if (this.#isOver) this.#remove(notice);
    else this.#answered(call.participants);
  }

  /** They pressed Join, or left. */
  #answered(userIds: Iterable<string>): void {
    for (const [notice, waiting] of this.#notices) {
      for (const userId of userIds) waiting.delete(userId);
      if (waiting.size === 0) this.#remove(notice);
    }
  }

  #remove(notice: CallNotice): void {
    if (this.#notices.delete(notice)) void notice.remove();
  }

  async #joinIfRemembered(userId: string): Promise<boolean> {
    const { call, presenter, consents, join } = this.#parts;
    const { guildId } = call.request;
    if (this.#parts.unheard.has(userId)) return true;
    if (!(await consents.isRemembered({ feature: presenter.kind, guildId, userId }))) return false;
    if (!this.#isOver && call.state.is === 'running') await join(userId);
    return true;
  }
}
