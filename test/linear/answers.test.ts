import { afterAll, expect, it } from 'vitest';
import type { InterpretedLine } from '../../src/interpreter/types.ts';
import type { TranslationEvent } from '../../src/service/realtime/translation/translation-types.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openStepCounter } from '../support/steps/count-steps.ts';

/** An answer in very many pieces: twice the pieces are twice the steps. */
const counter = openStepCounter();
afterAll(() => counter.close());

const { Answer } = await import('../../src/conversation/speaking/answer.ts');
const { SessionLines } = await import('../../src/interpreter/lines/session-lines.ts');

async function growthOf(work: (pieces: number) => void, pieces: number): Promise<number> {
  const steps = async (count: number) => await counter.stepsOfAll(async () => work(count));
  await steps(pieces);
  const once = await steps(pieces);
  return (await steps(2 * pieces)) / once;
}

function answer(pieces: number): void {
  const given = new Answer({
    responseId: 'r',
    turn: undefined,
    atMs: 0,
    mouth: undefined,
    tell: () => undefined,
  });
  given.release();
  for (let at = 0; at < pieces; at += 1) given.addText('and <so on ');
  given.end([]);
}

it('is split and shown as it comes', async () => {
  expect(await growthOf(answer, 1_000)).toBeLessThan(2.2);
});

function translation(pieces: number): readonly InterpretedLine[] {
  const shown: InterpretedLine[] = [];
  const lines = new SessionLines({
    id: 's',
    clock: new FakeClock(),
    userId: 'ann',
    from: () => 'en',
    to: 'es',
    leads: () => true,
    own: () => false,
    corrects: (text) => Array.from(text, (letter) => letter.toLowerCase()).join(''),
    isOwn: () => false,
    spokeAtMs: () => 0,
    tell: (news) => {
      if (news.is === 'line') shown.push(news.line);
    },
  });
  let sure = '';
  const hear = (event: TranslationEvent) => lines.hear(event);
  for (let at = 0; at < pieces; at += 1) {
    sure += 'y así ';
    hear({ is: 'target', responseId: 'r', sure, unsure: '' });
  }
  lines.review(0);
  lines.over();
  return shown;
}

it('is corrected and shown as it comes, when it is translated, too', async () => {
  expect(await growthOf((pieces) => void translation(pieces), 1_000)).toBeLessThan(2.2);
  const shown = translation(1_000);
  expect(shown.length).toBeLessThan(600);
  expect(shown.at(-1)).toMatchObject({ final: true, translation: { sure: 'y así '.repeat(1_000) } });
});
