import { usualInterpreter } from '../../src/interpreter/settings.ts';
import { ConnectLimiter } from '../../src/service/realtime/account-sessions.ts';
import type { TranslationClient } from '../../src/service/realtime/translation/translation-types.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { FakeTranslations } from '../../test/support/fake-translation.ts';
import { InterpreterScene } from '../../test/support/interpreter-scene.ts';
import type { Sample } from '../support/measurement.ts';

const hourMs = 3_600_000;
const connectsPerMinute = 10;
/** What a session takes from the ask to the first sound that it may be given. */
const openingMs = 500;

/**
 * An hour of ordinary talk of three people in three languages, by a clock that nobody waits for: talk of two to six
 * minutes, in which two of them lead, and lulls of half a minute to three minutes. The account may connect ten times a minute.
 * @param kept how long sessions are kept: longer when connects are scarce, or always equally long
 */
export async function hourOf(quietMs: number, kept: 'by-need' | 'equally' = 'by-need'): Promise<Sample> {
  let seed = 7;
  const draw = (from: number, to: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from + (seed / 2_147_483_648) * (to - from);
  };
  const people = { ann: { speaks: 'en' }, bea: { speaks: 'es' }, cho: { speaks: 'ja' } } as const;
  const names = Object.keys(people);
  const clock = new FakeClock();
  const service = new FakeTranslations();
  const limited = new LimitedTranslations(service, clock, kept);
  const scene = await InterpreterScene.start({
    settings: { languages: ['en', 'es', 'ja'], spoken: 'off' },
    parts: { client: limited, settings: { ...usualInterpreter, quietMs } },
    people,
    clock,
  });
  const begunAt = clock.now();
  const passed = () => clock.now() - begunAt;
  while (passed() < hourMs) {
    const talkEnds = passed() + draw(120_000, 360_000);
    const leading = Math.floor(draw(0, 3));
    while (passed() < Math.min(talkEnds, hourMs)) {
      const isLeading = draw(0, 1) < 0.9;
      const speaker = names[isLeading ? (leading + Math.floor(draw(0, 2))) % 3 : (leading + 2) % 3] ?? 'ann';
      await scene.speak(draw(1_000, 9_000), speaker);
      await scene.quiet(draw(200, 1_500));
    }
    await scene.quiet(draw(30_000, 180_000));
  }
  const { livedMs } = scene.interpretation;
  const opened = service.sessions.length;
  await scene.interpretation.stop('shutting-down');
  return {
    hourSessions: opened * (hourMs / passed()),
    hourMinutes: (livedMs / 60_000) * (hourMs / passed()),
    hourWaits: limited.waits.length * (hourMs / passed()),
    longestWaitMs: Math.max(0, ...limited.waits),
  };
}

/** The service inside the account's limit. */
class LimitedTranslations implements TranslationClient {
  readonly waits: number[] = [];
  readonly #service: FakeTranslations;
  readonly #clock: FakeClock;
  readonly #limiter: ConnectLimiter;
  readonly #kept: 'by-need' | 'equally';

  constructor(service: FakeTranslations, clock: FakeClock, kept: 'by-need' | 'equally') {
    this.#service = service;
    this.#clock = clock;
    this.#limiter = new ConnectLimiter(clock, connectsPerMinute);
    this.#kept = kept;
  }

  get waitMs(): number {
    return this.#limiter.waitMs;
  }

  get connectsLeft(): number {
    return this.#kept === 'equally' ? 1 : this.#limiter.share;
  }

  async open(...[settings, opening = {}]: Parameters<TranslationClient['open']>) {
    const { signal, onWait } = opening;
    await this.#limiter.pass({
      signal,
      onWait: (waitMs) => {
        this.waits.push(waitMs);
        onWait?.(waitMs);
      },
    });
    await this.#clock.sleep(openingMs, signal);
    return await this.#service.open(settings, opening);
  }

  async close(): Promise<void> {
    await this.#service.close();
  }
}
