import { InterpreterScene } from '../../test/support/interpreter-scene.ts';
import type { Sample } from '../support/measurement.ts';

const hourMs = 3_600_000;

/**
 * An hour of ordinary talk of three people in three languages, by a clock that nobody waits for: talk of two to six
 * minutes, in which two of them lead, and lulls of half a minute to three minutes.
 */
export async function hourOf(): Promise<Sample> {
  let seed = 7;
  const draw = (from: number, to: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from + (seed / 2_147_483_648) * (to - from);
  };
  const people = { ann: { speaks: 'en' }, bea: { speaks: 'es' }, cho: { speaks: 'ja' } } as const;
  const names = Object.keys(people);
  const scene = await InterpreterScene.start({
    settings: { languages: ['en', 'es', 'ja'], spoken: 'off' },
    people,
  });
  const begunAt = scene.clock.now();
  const passed = () => scene.clock.now() - begunAt;
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
  const opened = scene.service.sessions.length;
  await scene.interpretation.stop('shutting-down');
  return {
    hourSessions: opened * (hourMs / passed()),
    hourMinutes: (livedMs / 60_000) * (hourMs / passed()),
  };
}
