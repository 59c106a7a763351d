import { describe, expect, it } from 'vitest';
import { Answers } from '../../../../src/conversation/speaking/answers.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { PacedMouth } from '../../../support/paced-mouth.ts';

/** The answers of a call, with what's told about them. */
class Told {
  readonly clock = new FakeClock();
  readonly events: string[] = [];
  readonly answers = new Answers({
    mouth: new PacedMouth(this.clock),
    fadeMs: 80,
    tell: (event) => {
      if (event.is === 'line') this.events.push(`${event.line.sure}${event.line.final ? '.' : ' …'}`);
      else if (event.is === 'late') this.events.push('late');
    },
  });

  /** A second of an answer that's wanted. */
  begin(text: string): void {
    const answer = this.answers.begin({ responseId: 'r1', turn: undefined, atMs: 0 });
    answer.release();
    answer.addText(text);
    answer.addAudio(new Uint8Array(48_000));
  }
}

describe('an answer that the service owes', () => {
  it('is late once, after 20 s, and is still to come until then', () => {
    const told = new Told();
    told.answers.owe(0);
    told.answers.tick(19_980);
    expect(told.events).toEqual([]);
    expect([told.answers.pending, told.answers.unfinished]).toEqual([true, false]);
    told.answers.tick(20_000);
    told.answers.tick(40_000);
    expect(told.events).toEqual(['late']);
    expect([told.answers.pending, told.answers.busy]).toEqual([false, false]);
  });

  it.each([
    ['it begins', (answers: Answers) => void answers.begin({ responseId: 'r', turn: undefined, atMs: 0 })],
    ['it will not come', (answers: Answers) => answers.oweNone()],
    ['its session is gone', (answers: Answers) => answers.endAll()],
  ])('is never late once %s', (_, happens) => {
    const told = new Told();
    told.answers.owe(0);
    happens(told.answers);
    told.answers.tick(20_000);
    expect(told.events).toEqual([]);
  });
});

describe('an answer that people hear', () => {
  it('grows word by word, every half second', async () => {
    const told = new Told();
    told.begin('one two three four five six');
    await told.clock.advance(600);
    told.answers.tick(600);
    const before = told.events.length;
    await told.clock.advance(200);
    told.answers.tick(800);
    expect(told.events).toHaveLength(before);
    await told.clock.advance(200);
    told.answers.tick(1_100);
    expect(told.events).toHaveLength(before + 1);
    expect(told.events.at(-1)?.length).toBeGreaterThan(told.events.at(-2)?.length ?? 0);
  });
});
