import { describe, expect, it } from 'vitest';
import {
  type AddressingSettings,
  usualAddressing,
} from '../../../../src/conversation/settings/addressing.ts';
import { Addressing } from '../../../../src/conversation/turns/addressing.ts';

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
