import { describe, expect, test } from 'vitest';
import {
  type AddressingSettings,
  usualAddressing,
} from '../../../../src/conversation/settings/addressing.ts';
import { Addressing, AnswerGate } from '../../../../src/conversation/turns/answer-gate.ts';

const it = test.extend('scene', () => new Scene());

class Scene {
  readonly verdicts: string[] = [];
  participants = 2;
  mustWait = false;
  readonly addressing = new Addressing({ ...usualAddressing, names: ['Emcee'] });
  readonly gate = new AnswerGate({
    addressing: this.addressing,
    participants: () => this.participants,
    mustWait: () => this.mustWait,
    tell: ({ responseId, meant }) => void this.verdicts.push(`${responseId} ${meant}`),
  });

  /** Ann's first turn is taken, and an answer to it begins. */
  answerAnn(): void {
    this.gate.committed('i1', 'ann', 0);
    this.gate.started('r1', 100, false);
  }
}

describe('an answer', () => {
  it('to the only one there needs no transcript', ({ scene }) => {
    scene.participants = 1;
    scene.answerAnn();
    expect(scene.verdicts).toEqual(['r1 true']);
  });

  it('among several waits for its transcript, and a name in the draft is enough', ({ scene }) => {
    scene.answerAnn();
    scene.gate.hearing('i1', 'so what do');
    expect(scene.verdicts).toEqual([]);
    scene.gate.hearing('i1', 'so what do you think emcee');
    expect(scene.verdicts).toEqual(['r1 true']);
    scene.gate.heard('i1', 'So what do you think, MC?');
    expect(scene.verdicts).toHaveLength(1);
  });

  it('to what was not meant for it is refused, also when the transcript came first', ({ scene }) => {
    scene.gate.committed('i1', 'ann', 0);
    scene.gate.heard('i1', 'Ben, are you there?');
    scene.gate.started('r1', 100, false);
    expect(scene.verdicts).toEqual(['r1 false']);
  });

  it('whose transcript never comes is refused after four seconds', ({ scene }) => {
    scene.answerAnn();
    scene.gate.tick(4_000);
    expect(scene.verdicts).toEqual([]);
    scene.gate.tick(4_100);
    expect(scene.verdicts).toEqual(['r1 false']);
  });

  it('waits for the transcript of its own turn, which may come behind the one after it', ({ scene }) => {
    scene.answerAnn();
    scene.gate.committed('i2', 'ben', 600);
    scene.gate.started('r2', 700, false);
    scene.gate.heard('i2', 'Ann, have you seen this?');
    expect(scene.verdicts).toEqual(['r2 false']);
    scene.gate.heard('i1', 'Emcee, what is new?');
    expect(scene.verdicts).toEqual(['r2 false', 'r1 true']);
  });

  it('that goes on for a tool is wanted, whatever was said meanwhile', ({ scene }) => {
    scene.gate.committed('i2', 'ben', 0);
    scene.gate.heard('i2', 'Ann, have you seen this?');
    scene.gate.started('r2', 100, true);
    expect(scene.verdicts).toEqual(['r2 true']);
  });

  it('that nobody asked for is let', ({ scene }) => {
    scene.gate.started('r1', 0, false);
    expect(scene.verdicts).toEqual(['r1 true']);
  });

  it('waits while an interruption is undecided, and is refused with what is held then', ({ scene }) => {
    scene.participants = 1;
    scene.mustWait = true;
    scene.answerAnn();
    expect(scene.verdicts).toEqual([]);
    scene.gate.refuseHeld();
    scene.mustWait = false;
    scene.gate.tick(200);
    expect(scene.verdicts).toEqual(['r1 false']);
  });

  it('to a turn that was refused before it was committed is refused', ({ scene }) => {
    scene.participants = 1;
    scene.gate.refuse('i1', 0);
    scene.gate.committed('i1', 'ann', 10);
    scene.gate.started('r1', 100, false);
    expect(scene.verdicts).toEqual(['r1 false']);
  });

  it('to a turn that a button ended is wanted', ({ scene }) => {
    scene.gate.committed('i1', 'ann', 0, true);
    scene.gate.started('r1', 100, false);
    expect(scene.verdicts).toEqual(['r1 true']);
  });
});

const gate = (changes: Partial<AddressingSettings> = {}) =>
  new Addressing({ ...usualAddressing, names: ['Emcee', 'MC', '小麦'], ...changes });
const turn = (text: string, changes = {}) => ({ userId: 'ann', text, participants: 3, atMs: 0, ...changes });

describe('the name', () => {
  it.each([
    'Emcee, what time is it?',
    'what time is it emcee',
    'hey EMCEE!',
    'Hey Emsee, tell me a joke',
    'okay em cee what is next',
    'Emcée, bonjour',
    'hey MC, go on',
    '小麦，现在几点？',
    '你好小麦现在几点',
  ])('is heard in “%s”', (text) => expect(gate().namesIt(text)).toBe(true));

  it.each([
    'what time is it?',
    'the emperor came',
    'I fancy some tea',
    'mac and cheese',
    'he came and asked me',
    '现在几点了',
    '',
    '…',
  ])('is not heard in “%s”', (text) => expect(gate().namesIt(text)).toBe(false));

  it('is looked for in what is worth reading, however long a transcript is', () => {
    expect(gate().namesIt(`${'word '.repeat(100_000)} Emcee`)).toBe(false);
  });

  it('that is empty or made of signs answers to nothing', () => {
    expect(gate({ names: ['', '***'] }).namesIt('anything at all')).toBe(false);
  });
});

describe('the bot is meant', () => {
  it('by the only person there, whatever they say', () => {
    expect(gate().isMeant(turn('what time is it?', { participants: 1 }))).toBe(true);
  });

  it('by one of several only by name', () => {
    expect(gate().isMeant(turn('what time is it?', { participants: 2 }))).toBe(false);
    expect(gate().isMeant(turn('Emcee, what time is it?', { participants: 2 }))).toBe(true);
  });

  it('without its name for a moment after it answered the same person, and nobody else', () => {
    const addressing = gate();
    addressing.answered('ann', 10_000);
    expect(addressing.isMeant(turn('and tomorrow?', { atMs: 17_000 }))).toBe(true);
    expect(addressing.isMeant(turn('and tomorrow?', { atMs: 18_001 }))).toBe(false);
    expect(addressing.isMeant(turn('and tomorrow?', { atMs: 12_000, userId: 'ben' }))).toBe(false);
    addressing.forget('ann');
    expect(addressing.isMeant(turn('and tomorrow?', { atMs: 12_000 }))).toBe(false);
  });

  it('always, or by its name only, where a moderator says so', () => {
    expect(gate({ mode: 'always' }).isMeant(turn('what time is it?'))).toBe(true);
    const strict = gate({ mode: 'by-name' });
    strict.answered('ann', 0);
    expect(strict.isMeant(turn('and tomorrow?', { participants: 1 }))).toBe(false);
    expect(strict.isMeant(turn('Emcee and tomorrow?', { participants: 1 }))).toBe(true);
  });
});
