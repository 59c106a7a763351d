import type { RealtimeSettings } from '../../../sandbox/service/realtime/settings.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../sandbox/service/server.ts';
import { openProfile } from '../../../src/service/profile.ts';
import { openTranslations } from '../../../src/service/realtime/translation/translation-client.ts';
import type { TranslationClient } from '../../../src/service/realtime/translation/translation-types.ts';
import type { HeardFrame } from '../../../src/voice/ears/types.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { InterpreterScene, type InterpreterSceneOptions } from '../../support/interpreter-scene.ts';
import { quietSockets } from '../../support/quiet-sockets.ts';
import { serviceSettings } from '../../support/service-settings.ts';

export interface SpokenTurn {
  readonly userId: string;
  readonly text: string;
  readonly language: string;
  /** From now on, in milliseconds. */
  readonly atMs?: number;
}

export interface Network {
  /** Of the packets: what the ears guess instead. */
  readonly loss: number;
  readonly jitterMs: number;
}

const noTrouble: Network = { loss: 0, jitterMs: 0 };

/** An interpreter in a fake room, with the real client and the stand-in of the service, all by one clock. */
export class InterpreterService implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly sandbox: ServiceSandbox;
  readonly client: TranslationClient;
  readonly #rtp = new Map<string, number>();
  #seed = 1;

  private constructor(sandbox: ServiceSandbox, clock: FakeClock, connectsPerMinute: number) {
    this.clock = clock;
    this.sandbox = sandbox;
    this.client = openTranslations({
      profile: openProfile(serviceSettings(sandbox.baseUrl, { apiKey: sandbox.apiKey })),
      clock,
      log: silentLog,
      connectsPerMinute,
    });
  }

  static async start(
    realtime: Partial<RealtimeSettings>,
    connectsPerMinute = 1_000_000,
  ): Promise<InterpreterService> {
    const clock = new FakeClock();
    const sandbox = await startServiceSandbox({
      port: 0,
      synthesis: { speaker: 'built-in' },
      realtime,
      now: () => clock.now(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
    });
    return new InterpreterService(sandbox, clock, connectsPerMinute);
  }

  async scene(options: InterpreterSceneOptions = {}): Promise<InterpreterScene> {
    const { clock, client } = this;
    const scene = new InterpreterScene({ ...options, clock, parts: { client, ...options.parts } });
    await scene.start();
    return scene;
  }

  /** All that was said, by whom, while time goes by; it ends with the last word. */
  async say(scene: InterpreterScene, turns: readonly SpokenTurn[], network = noTrouble): Promise<void> {
    const frames: { readonly atMs: number; readonly frame: HeardFrame }[] = [];
    for (const turn of turns) frames.push(...(await this.#framesOf(turn, network)));
    frames.sort((one, other) => one.atMs - other.atMs);
    const begunAt = this.clock.now();
    for (let at = 0; at < frames.length; await this.goesBy(20))
      for (; at < frames.length && (frames[at]?.atMs ?? 0) <= this.clock.now() - begunAt; at += 1) {
        const frame = frames[at]?.frame;
        if (frame) scene.lease.ears.hear(frame);
      }
  }

  /** Time for the room; what goes over the sockets meanwhile takes none. */
  async goesBy(ms: number): Promise<void> {
    await this.clock.advance(ms);
    await quietSockets();
  }

  async until(condition: () => boolean, what: () => unknown = () => ''): Promise<void> {
    for (let step = 0; !condition(); step += 1) {
      if (step > 4_000) throw new Error(`not in time: ${JSON.stringify(what())}`);
      await this.goesBy(20);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.sandbox.close();
  }

  async #framesOf({ userId, text, language, atMs = 0 }: SpokenTurn, { loss, jitterMs }: Network) {
    const samples = await this.sandbox.realtime.voice(text, userId, 16_000, language);
    const frames: { readonly atMs: number; readonly frame: HeardFrame }[] = [];
    let rtpTimestamp = Math.max(this.#rtp.get(userId) ?? 0, ((this.clock.now() + atMs) % 1_000_000) * 48);
    let dueMs = 0;
    let last = new Int16Array(320);
    for (let at = 0; at < samples.length; at += 320) {
      const spoken = new Int16Array(320);
      spoken.set(samples.subarray(at, at + 320));
      const isLost = this.#draw() < loss;
      last = isLost ? last.map((sample) => sample * 0.7) : spoken;
      // Packets come late, and never before the one that was sent before.
      dueMs = Math.max(dueMs, atMs + at / 16 + this.#draw() * jitterMs);
      const kind = isLost ? 'concealed' : 'spoken';
      frames.push({ atMs: dueMs, frame: { userId, samples: last, rtpTimestamp, kind } });
      rtpTimestamp += 960;
    }
    const silence: HeardFrame = { userId, samples: new Int16Array(320), rtpTimestamp, kind: 'silence' };
    this.#rtp.set(userId, rtpTimestamp + 960);
    return [...frames, { atMs: dueMs + 20, frame: silence }];
  }

  /** From 0 to 1, the same every time. */
  #draw(): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.#seed / 2_147_483_648;
  }
}
