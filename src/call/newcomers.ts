import type { Logger } from 'pino';
import type { Consents } from '../community/consent.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { Messenger } from '../discord/messenger.ts';
import { wordsFor } from '../words/index.ts';
import type { CallFace } from './call-face.ts';
import type { BasicCall } from './types.ts';
import type { Arrival, VoicePeople } from './voice-people.ts';

export interface NewcomersParts {
  readonly call: Pick<BasicCall, 'request' | 'channelId' | 'state' | 'participants'>;
  readonly face: CallFace;
  /** Hears somebody from now on. */
  readonly join: (userId: string) => void | Promise<void>;
  readonly consents: Pick<Consents, 'isRemembered'>;
  readonly people: VoicePeople;
  readonly messenger: Pick<Messenger, 'post'>;
  readonly log: Logger;
}

/**
 * Who comes into the channel of a call: those who had it remembered are heard at once, everybody else is asked, once a
 * call, in a message that pings them alone. Who was there from the beginning saw the panel, and isn't pinged.
 */
export class Newcomers {
  readonly #parts: NewcomersParts;
  readonly #asked = new Set<string>();
  readonly #stop: () => void;
  #isOver = false;

  constructor(parts: NewcomersParts) {
    this.#parts = parts;
    this.#stop = parts.people.onArrival((arrival) => this.#arrived(arrival));
  }

  /** Those who are there already and had it remembered take part. */
  async welcome(): Promise<void> {
    const { call, people } = this.#parts;
    const there = people.in(call.request.guildId, call.channelId).map(({ userId }) => userId);
    for (const userId of there) this.#asked.add(userId);
    await Promise.all(there.map(async (userId) => await this.#joinIfRemembered(userId)));
  }

  /** Nobody is asked any more about this person: they left by themselves. */
  spare(userId: string): void {
    this.#asked.add(userId);
  }

  close(): void {
    this.#isOver = true;
    this.#stop();
  }

  #arrived({ guildId, channelId, userId }: Arrival): void {
    const { request, participants, channelId: callIn } = this.#parts.call;
    if (guildId !== request.guildId || channelId !== callIn) return;
    if (participants.has(userId) || this.#asked.has(userId)) return;
    this.#asked.add(userId);
    void this.#ask(userId).catch((error: unknown) => {
      this.#parts.log.info({ err: error, reference: request.reference }, 'couldn’t ask a newcomer to join');
    });
  }

  async #ask(userId: string): Promise<void> {
    if (await this.#joinIfRemembered(userId)) return;
    if (this.#isOver) return;
    const { call, face, messenger } = this.#parts;
    const { id, textChannelId, publicLocale } = call.request;
    const words = wordsFor(publicLocale);
    const { invited } = face.sentences(words);
    const body = {
      components: [
        container([
          text(invited(`<@${userId}>`, call.channelId)),
          ...buttonRow([button('primary', words.call.buttons.join, face.route, 'join', id)]),
        ]),
      ],
      mentions: [userId],
    };
    await messenger.post(textChannelId, body, `n${userId.slice(-10)}${id.slice(-12)}`);
  }

  async #joinIfRemembered(userId: string): Promise<boolean> {
    const { call, face, consents, join } = this.#parts;
    const { guildId } = call.request;
    if (!(await consents.isRemembered({ feature: face.consent, guildId, userId }))) return false;
    if (!this.#isOver && call.state.is === 'running') await join(userId);
    return true;
  }
}
