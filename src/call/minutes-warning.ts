import type { Logger } from 'pino';
import { button, buttonRow, container, liveTime, text } from '../discord/layout.ts';
import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { wordsFor } from '../words/index.ts';
import { CallNotice } from './call-notice.ts';
import type { CallPresenter } from './presenter.ts';
import type { BasicCall, CallMinutes } from './types.ts';

/** How long before the end people are told. */
const warnedMs = [60_000, 5 * 60_000] as const;
const betweenLooksMs = 15_000;

/**
 * Tells the channel five minutes and one minute before a call's minutes run out, with a button to go on with one's own.
 * There's one message at a time, below the newest page, and none once it's over or goes on.
 */
export class MinutesWarning {
  readonly #parts;
  readonly #over = new AbortController();
  #posted:
    | {
        readonly notice: CallNotice;
        readonly payer: string;
        readonly beforeMs: number;
      }
    | undefined;
  /** One look at a time, so that nothing is told twice. */
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: {
    readonly call: Pick<BasicCall, 'request' | 'minutes' | 'payer' | 'onChange' | 'ended'>;
    readonly presenter: Pick<CallPresenter, 'route'>;
    readonly messenger: Pick<Messenger, 'post' | 'remove'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    const { call } = parts;
    const payerChanged = () => {
      if (this.#posted) this.#look();
    };
    const stop = call.onChange(payerChanged, () => call.payer);
    void call.ended.then(() => {
      stop();
      this.#over.abort();
      this.#look();
    });
    void this.#watch();
  }

  /** A page begins at the end of that channel, so what was told there goes below it. */
  follow(channelId: string): void {
    this.#posted?.notice.follow(channelId);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await this.#parts.clock.sleep(betweenLooksMs, signal).catch(() => undefined);
      this.#look();
    }
  }

  #look(): void {
    this.#looking = this.#looking
      .then(async () => await this.#tell())
      .catch((error: unknown) => {
        const { reference } = this.#parts.call.request;
        this.#parts.log.info({ err: error, reference }, "couldn't tell that a call's minutes run out");
      });
  }

  async #tell(): Promise<void> {
    const { call, clock, messenger, log } = this.#parts;
    const isOver = this.#over.signal.aborted;
    const minutes = isOver ? undefined : await call.minutes();
    const leftMs = (minutes?.endsAt ?? Number.POSITIVE_INFINITY) - clock.now();
    const beforeMs = warnedMs.find((each) => leftMs <= each);
    const posted = this.#posted;
    const isTold =
      posted !== undefined &&
      beforeMs !== undefined &&
      beforeMs >= posted.beforeMs &&
      posted.payer === minutes?.payer;
    if (isTold) return;
    // While nobody talks nothing is charged, but what was told stays true.
    if (posted && minutes && minutes.endsAt === undefined && posted.payer === minutes.payer) return;
    const { id } = call.request;
    if (posted) {
      this.#posted = undefined;
      await posted.notice.remove();
    }
    if (!minutes || beforeMs === undefined) return;
    const nonce = `m${beforeMs / 60_000}${minutes.payer.slice(-8)}${id.slice(-12)}`;
    const body = this.#body(minutes);
    const notice = await CallNotice.post({ request: call.request, body, nonce, messenger, log });
    this.#posted = { notice, payer: minutes.payer, beforeMs };
    if (this.#over.signal.aborted) this.#look();
  }

  #body({ payer, endsAt = 0, isPayersDay }: CallMinutes): MessageBody {
    const { call, presenter } = this.#parts;
    const { runsOut, buttons } = wordsFor(call.request.publicLocale).call;
    const goOn = button('primary', buttons.continue, presenter.route, 'continue', call.request.id);
    const told = isPayersDay
      ? runsOut.person(`<@${payer}>`, liveTime(endsAt))
      : runsOut.all(liveTime(endsAt));
    return { components: [container([text(told), ...buttonRow(isPayersDay ? [goOn] : [])])] };
  }
}
