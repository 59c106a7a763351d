import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fastRealtime } from '../../../sandbox/service/realtime/settings.ts';
import { sentences } from '../../../sandbox/service/realtime/translation/phrase-book.ts';
import { usualInterpreter } from '../../../src/interpreter/settings.ts';
import type { InterpretedLine } from '../../../src/interpreter/types.ts';
import type { InterpreterScene } from '../../support/interpreter-scene.ts';
import { InterpreterService, type SpokenTurn } from './interpreter-service.ts';

const it = test.extend('scene', () => begin({ settings: { spoken: 'off' } }));

const columns = { en: 0, zh: 1, es: 2, fr: 3, de: 4, ja: 5 } as const;
type Column = keyof typeof columns;

const sentence = (index: number, language: Column) => sentences[index]?.[columns[language]] ?? '';
const threePeople = { ann: { speaks: 'en' }, bea: { speaks: 'es' }, cho: { speaks: 'ja' } } as const;
const languages = ['en', 'es', 'ja'] as const;

let service: InterpreterService;
const scenes: InterpreterScene[] = [];

beforeAll(async () => {
  service = await InterpreterService.start(fastRealtime);
});
afterEach(async () => {
  service.sandbox.realtime.clearFaults();
  service.sandbox.realtime.set({ translationTells: 'whole' });
  for (const scene of scenes.splice(0)) await scene.interpretation.stop('shutting-down');
});
afterAll(async () => {
  // Whatever our client sent in all these tests is in the document.
  expect(service.sandbox.realtime.sessions.flatMap(({ oddities }) => oddities)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

async function begin(options: Parameters<InterpreterService['scene']>[0]) {
  const scene = await service.scene(options);
  scenes.push(scene);
  return scene;
}

const finalsOf = (scene: InterpreterScene) => scene.lines.filter(({ final }) => final);
const told = ({ userId, to, original, translation }: InterpretedLine) =>
  `${userId} ${to}: ${original.sure} → ${translation.sure}`;

/** What each of them says, turn by turn; everybody begins at about the same time. */
function meeting(turns: number): readonly (readonly SpokenTurn[])[] {
  return Array.from({ length: turns }, (_, turn) =>
    Object.entries(threePeople).map(([userId, { speaks }], person) => ({
      userId,
      text: sentence((turn * 3 + person) % sentences.length, speaks),
      language: speaks,
      atMs: person * 60,
    })),
  );
}

function expected(turns: readonly (readonly SpokenTurn[])[]): readonly string[] {
  return turns.flat().flatMap(({ userId, text, language }) =>
    languages
      .filter((to) => to !== language)
      .map((to) => {
        const index = sentences.findIndex((entry) => entry[columns[language as Column]] === text);
        return `${userId} ${to}: ${text} → ${sentence(index, to)}`;
      }),
  );
}

describe('three people in three languages at once', () => {
  it.each([
    ['whole', { loss: 0, jitterMs: 0 }],
    ['pieces', { loss: 0.05, jitterMs: 60 }],
  ] as const)('are never mixed, and lose no last word, told in %s', async (translationTells, network) => {
    service.sandbox.realtime.set({ translationTells });
    const scene = await begin({ settings: { languages, spoken: 'off' }, people: threePeople });
    const turns = meeting(3);
    for (const turn of turns) {
      await service.say(scene, turn, network);
      if (turn !== turns.at(-1)) await service.goesBy(1_600);
    }
    // With the last word the interpreter is stopped: what was said is still translated.
    void scene.interpretation.stop();
    let isOver = false;
    void scene.interpretation.ended.then(() => {
      isOver = true;
    });
    await service.until(() => isOver);
    const lines = finalsOf(scene);
    expect(lines.map(told).toSorted()).toEqual(expected(turns).toSorted());
    expect(lines.every(({ cut }) => !cut)).toBe(true);
    for (const userId of Object.keys(threePeople))
      for (const to of languages) {
        const theirs = lines.filter((line) => line.userId === userId && line.to === to).map(told);
        expect(theirs).toEqual(expected(turns).filter((line) => line.startsWith(`${userId} ${to}:`)));
      }
  });
});

describe('what is said aloud', () => {
  it('comes in the order in which people began, and never while somebody speaks', async () => {
    const people = { ann: { speaks: 'en' }, bea: { speaks: 'es' } } as const;
    const scene = await begin({ people });
    await service.say(scene, [
      { userId: 'ann', text: sentence(0, 'en'), language: 'en' },
      { userId: 'bea', text: sentence(1, 'es'), language: 'es', atMs: 500 },
    ]);
    const silentFrom = service.clock.now();
    const played = () => scene.played.filter(({ end_ }) => end_ === 'finished');
    await service.until(
      () => played().length === 2,
      () => scene.said,
    );
    expect(service.clock.now() - silentFrom).toBeGreaterThan(400);
    const lines = finalsOf(scene);
    const lineOf = (userId: string) => lines.find((line) => line.userId === userId)?.id;
    expect(played().map(({ id }) => id)).toEqual([lineOf('ann'), lineOf('bea')]);
    expect(played().every(({ playedMs }) => playedMs > 500)).toBe(true);
  });
});

describe('eleven speakers against ten connects a minute', () => {
  it('are all interpreted: the last one waits, and is told how long', async () => {
    await using limited = await InterpreterService.start(
      { ...fastRealtime, translationConnectsPerMinute: 10 },
      10,
    );
    const names = Array.from({ length: 11 }, (_, index) => `speaker-${index}`);
    const people = Object.fromEntries([
      ...names.map((name) => [name, { speaks: 'en', reads: 'en' }] as const),
      ['bea', { speaks: 'es' }] as const,
    ]);
    const scene = await limited.scene({
      settings: { languages: ['en', 'es'], spoken: 'off' },
      people,
      parts: { settings: { ...usualInterpreter, mostSessions: 11 } },
    });
    const turns = names.map((userId, index) => ({
      userId,
      text: sentence(index, 'en'),
      language: 'en',
      atMs: index * 40,
    }));
    await limited.say(scene, turns);
    await limited.until(() => finalsOf(scene).length === 10);
    expect(scene.activity).toBe('waiting-to-connect');
    expect(scene.interpretation.waitMs).toBeGreaterThan(30_000);
    await limited.clock.advance(scene.interpretation.waitMs);
    await limited.until(() => finalsOf(scene).length === 11);
    expect(finalsOf(scene).map(told).toSorted()).toEqual(
      turns.map(({ userId, text }, index) => `${userId} es: ${text} → ${sentence(index, 'es')}`).toSorted(),
    );
    expect(scene.interpretation.trouble).toBeUndefined();
    expect(limited.sandbox.realtime.sessions).toHaveLength(11);
    await scene.interpretation.stop('shutting-down');
  });
});

describe('faults of the service', () => {
  it('in two sessions leave the third alone, and both come back', async () => {
    const scene = await begin({ settings: { languages, spoken: 'off' }, people: threePeople });
    service.sandbox.realtime.arm({ at: 'response', times: 2, effect: { kind: 'drop' } });
    const [first = [], second = []] = meeting(2);
    await service.say(scene, first.slice(0, 1));
    await service.until(() => scene.interpretation.trouble === 'connection-lost');
    await service.until(() => finalsOf(scene).length === 2);
    expect(finalsOf(scene).map(({ cut }) => cut)).toEqual([true, true]);
    await service.say(scene, first.slice(1));
    await service.goesBy(1_600);
    await service.say(scene, second);
    await service.until(
      () => finalsOf(scene).length === 2 + 4 + 6,
      () => scene.said,
    );
    const whole = finalsOf(scene).filter(({ cut }) => !cut);
    expect(whole.map(told).toSorted()).toEqual(expected([first.slice(1), second]).toSorted());
    expect(scene.interpretation.trouble).toBeUndefined();
  });

  it("never end a session twice: one that doesn't finish is closed after 20 s, and it's told", async () => {
    const scene = await begin({ settings: { spoken: 'off' } });
    service.sandbox.realtime.arm({ at: 'finished', effect: { kind: 'omit' } });
    await service.say(scene, [{ userId: 'ann', text: sentence(0, 'en'), language: 'en' }]);
    scene.interpretation.choose('ann', { speaks: 'fr' });
    await service.until(() => finalsOf(scene).length === 1);
    expect(finalsOf(scene).map(told)).toEqual([`ann es: ${sentence(0, 'en')} → ${sentence(0, 'es')}`]);
    expect(scene.interpretation.sessions).toBe(1);
    await service.goesBy(20_000);
    await service.until(() => scene.interpretation.sessions === 0);
    expect(scene.interpretation.trouble).toBe('last-words-lost');
  });
});

describe('somebody in mid-sentence', () => {
  const long = `${sentence(0, 'en')} ${sentence(6, 'en')}`;

  /** Says the first half of it, whatever happens then. */
  async function half(scene: InterpreterScene, then: () => void): Promise<void> {
    const frames = new Promise<void>((resolve) => {
      let heard = 0;
      const stop = scene.lease.ears.onFrame(() => {
        heard += 1;
        if (heard !== 60) return;
        stop();
        then();
        resolve();
      });
    });
    await service.say(scene, [{ userId: 'ann', text: long, language: 'en' }]);
    await frames;
  }

  it('who presses Leave has nothing posted any more', async ({ scene }) => {
    await half(scene, () => void scene.interpretation.leave('ann'));
    await service.goesBy(3_000);
    await service.goesBy(3_000);
    const texts = finalsOf(scene).map(({ original, translation }) => original.sure + translation.sure);
    expect(texts.join('')).toBe('');
    expect(scene.interpretation.sessions).toBe(0);
  });

  it('who leaves the channel has their last words posted', async ({ scene }) => {
    await half(scene, () => {
      scene.depart('ann');
      // Nothing of them comes any more.
      scene.lease.ears.hear = () => undefined;
    });
    await service.until(() => finalsOf(scene).length === 1);
    expect(scene.said.join()).toContain('ann es: ');
    expect(finalsOf(scene)[0]).toMatchObject({
      cut: false,
      original: { sure: expect.stringContaining('Hello') },
    });
    await service.until(() => scene.interpretation.sessions === 0);
  });

  it('who changes language has both halves translated, each from its own', async ({ scene }) => {
    await service.say(scene, [{ userId: 'ann', text: sentence(0, 'en'), language: 'en' }]);
    scene.interpretation.choose('ann', { speaks: 'fr' });
    await service.say(scene, [{ userId: 'ann', text: sentence(3, 'fr'), language: 'fr' }]);
    await service.until(() => finalsOf(scene).length === 2);
    expect(finalsOf(scene).map((line) => `${line.from} ${told(line)}`)).toEqual([
      `en ann es: ${sentence(0, 'en')} → ${sentence(0, 'es')}`,
      `fr ann es: ${sentence(3, 'fr')} → ${sentence(3, 'es')}`,
    ]);
  });
});
