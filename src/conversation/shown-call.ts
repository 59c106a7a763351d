import type { Logger } from 'pino';
import type { CallEnd } from '../call/types.ts';
import type { AllowanceLeft } from '../community/words/spending-words.ts';
import { noticeOf } from '../discord/failure-words.ts';
import { container, text } from '../discord/layout.ts';
import { LiveMessage } from '../discord/live-message.ts';
import type { Messenger, PanelAddress } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import type { Region } from '../service/regions.ts';
import { wordsFor } from '../words/index.ts';
import type { Call } from './call-types.ts';
import { renderCall } from './panel.ts';
import { Transcript } from './transcript/transcript.ts';

export interface ShownCallParts {
  readonly call: Call;
  readonly panel: PanelAddress;
  readonly region: Region;
  readonly allowanceOf: (call: Call) => Promise<AllowanceLeft | undefined>;
  readonly nameOf: (userId: string) => string;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Minutes go by without anything else that changes. */
const betweenLooksMs = 30_000;

/** What people see of a call: one panel that is kept true, its transcript, and a sentence when it ends by itself. */
export class ShownCall {
  readonly #parts: ShownCallParts;
  readonly #panel: LiveMessage;
  readonly #transcript: Transcript | undefined;
  readonly #over = new AbortController();
  /** Resolves when everything that was to be shown is. Never rejects. */
  readonly done: Promise<void>;

  constructor(parts: ShownCallParts) {
    const { call, panel, messenger, clock, log, nameOf } = parts;
    this.#parts = parts;
    this.#panel = new LiveMessage({
      place: { is: 'panel', panel },
      messenger,
      clock,
      render: async () => await this.#render(),
      onTrouble: (error) => {
        log.info({ err: error, reference: call.request.reference }, 'the panel of a call could not be shown');
      },
    });
    this.#transcript = call.request.settings.transcript
      ? new Transcript({ call, nameOf, messenger, clock, log })
      : undefined;
    const stops = [
      call.onChange(() => this.#panel.refresh()),
      call.onEcho((userId) => void this.#adviseHeadphones(userId)),
    ];
    this.#panel.refresh();
    void this.#transcript?.open();
    void this.#look();
    this.done = this.#end(stops);
  }

  /** Without waiting between edits: the process is about to stop. */
  async finish(): Promise<void> {
    await this.#panel.finish();
    await this.done;
  }

  async #render() {
    const { call, region, allowanceOf, log } = this.#parts;
    const { publicLocale, reference } = call.request;
    const allowance = await allowanceOf(call).catch((error: unknown) => {
      log.warn({ err: error, reference }, 'what is left for a call could not be read');
      return undefined;
    });
    return renderCall(call, { region, allowance }, wordsFor(publicLocale));
  }

  async #look(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#over;
    while (!signal.aborted) {
      await clock.sleep(betweenLooksMs, signal).catch(() => undefined);
      this.#panel.refresh();
    }
  }

  async #end(stops: readonly (() => void)[]): Promise<void> {
    const end = await this.#parts.call.ended;
    this.#over.abort();
    for (const stop of stops) stop();
    this.#panel.refresh();
    await Promise.all([this.#panel.settled(), this.#tell(end), this.#transcript?.close()]);
  }

  /** In private: it's their sound, and nobody else's business. Never rejects. */
  async #adviseHeadphones(userId: string): Promise<void> {
    const { call, messenger, log } = this.#parts;
    const { id, publicLocale, voiceChannelId, reference } = call.request;
    const sentence = wordsFor(publicLocale).conversation.headphones(voiceChannelId);
    const body = { components: [container([text(sentence)])] };
    await messenger.direct(userId, body, `h${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, 'somebody could not be told that they echo');
    });
  }

  /** Where nobody asked for the end and the room tells nobody. Never rejects. */
  async #tell(end: CallEnd): Promise<void> {
    const { call, messenger, log } = this.#parts;
    if (end === 'asked' || end === 'room' || end === 'shutting-down') return;
    const { id, textChannelId, publicLocale, reference } = call.request;
    const words = wordsFor(publicLocale);
    const why = call.state.is === 'ended' && call.state.error ? noticeOf(call.state.error, words) : undefined;
    const sentence = [words.conversation.endNotices[end], ...(why ? [why.sentence] : [])].join(' ');
    const body = { components: [container([text(sentence)])] };
    await messenger.post(textChannelId, body, `e${id}`).catch((error: unknown) => {
      log.info({ err: error, reference }, 'nobody could be told that a call ended');
    });
  }
}
