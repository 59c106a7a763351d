import type { RealtimeFault } from './faults.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import type { RealtimeSockets } from './realtime-sockets.ts';
import type { SessionView } from './session-record.ts';
import type { RealtimeSettings } from './settings.ts';

/** How tests and people control the realtime interfaces of the stand-in. */
export class RealtimeControl {
  readonly #desk: RealtimeDesk;
  readonly #sockets: RealtimeSockets;

  constructor(desk: RealtimeDesk, sockets: RealtimeSockets) {
    this.#desk = desk;
    this.#sockets = sockets;
  }

  get settings(): RealtimeSettings {
    return this.#desk.settings;
  }

  /** From now on. */
  set(changes: Partial<RealtimeSettings>): void {
    this.#desk.settings = { ...this.#desk.settings, ...changes };
  }

  /** What the model answers, from now on. @throws {z.ZodError} */
  play(scenario: unknown): void {
    this.#desk.play(scenario);
  }

  arm(fault: RealtimeFault): void {
    this.#desk.faults.arm(fault);
  }

  clearFaults(): void {
    this.#desk.faults.clear();
  }

  get armed(): readonly RealtimeFault[] {
    return this.#desk.faults.list;
  }

  /** Every session, the oldest first. */
  get sessions(): readonly SessionView[] {
    return this.#desk.records.map(({ view }) => view);
  }

  get connections(): { readonly open: number; readonly opened: number } {
    return this.#sockets.counts;
  }

  /** Makes every open conversation speak once, as after a long silence. */
  speakUnasked(): void {
    this.#sockets.speakUnasked();
  }

  dropAll(): void {
    this.#sockets.dropAll();
  }

  closeAll(code: number, reason = ''): void {
    this.#sockets.closeAll(code, reason);
  }

  /** A person's browser recognised this at their microphone, or only listens. */
  hear(userId: string, listening: boolean, text?: string): void {
    this.#desk.told.listens(userId, listening);
    if (text !== undefined) this.#desk.told.tell(userId, text);
  }

  /** Says a text in one of the machine's voices, so that it can be recognised: 16-bit mono. */
  async voice(text: string, voice: string, rateHz: number, language?: string): Promise<Int16Array> {
    const said = await this.#desk.sayer.say(text, { voice, rateHz, ...(language ? { language } : {}) });
    return said.samples;
  }
}
