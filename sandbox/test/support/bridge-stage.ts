import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attachVoiceBridge } from '../../discord/voice/bridge.ts';
import { FakeBridgedVoice } from './bridged-voice.ts';
import { FakeSchedule } from './fake-schedule.ts';

/** A voice bridge on a port of its own, whose voice connections do what a test says. */
export class BridgeStage implements AsyncDisposable {
  readonly endpoint = '127.0.0.1:5000';
  readonly timers = new FakeSchedule();
  readonly voices: FakeBridgedVoice[] = [];
  /** What connecting ends in. */
  refusal: Error | undefined;
  readonly bridge;
  readonly #server = createServer();

  private constructor(helloTimeoutMs: number | undefined) {
    const { timers } = this;
    this.bridge = attachVoiceBridge(this.#server, {
      endpoint: () => this.endpoint,
      ...(helloTimeoutMs === undefined ? {} : { helloTimeoutMs }),
      clock: { nowMs: () => timers.nowMs, after: timers.schedule },
      connect: (seat) => {
        if (this.refusal) throw this.refusal;
        const voice = new FakeBridgedVoice(seat);
        this.voices.push(voice);
        return voice;
      },
    });
  }

  static async open(helloTimeoutMs?: number): Promise<BridgeStage> {
    const stage = new BridgeStage(helloTimeoutMs);
    stage.#server.listen(0, '127.0.0.1');
    await once(stage.#server, 'listening');
    return stage;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/voice-bridge`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.bridge.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
