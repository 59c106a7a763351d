import { describe, expect, it } from 'vitest';
import { OwnWords } from '../../../../src/call/hearing/own-words.ts';

function words(...said: readonly (readonly [text: string, heardAtMs: number | undefined])[]): OwnWords {
  const own = new OwnWords(0.8, 1_500);
  said.forEach(([text, heardAtMs], index) => {
    own.noteWords(`t${index}`, text);
    if (heardAtMs !== undefined) own.noteHeard(`t${index}`, heardAtMs);
  });
  return own;
}

describe('what the bot says itself', () => {
  it('covers a transcript of it that began while it was heard, or just after', () => {
    const own = words(['The train leaves at nine tomorrow', 5_000]);
    expect(own.covers('train leaves at nine', 3_000)).toBe(true);
    expect(own.covers('train leaves at nine', 6_000)).toBe(true);
    expect(own.covers('train leaves at nine', 9_000)).toBe(false);
  });

  it('covers no transcript of people who repeat it later than its echo comes', () => {
    const own = new OwnWords(0.8, 300);
    own.noteWords('a', 'The capital of Italy is Rome');
    own.noteHeard('a', 5_000);
    expect(own.covers('capital of Italy is Rome', 5_300)).toBe(true);
    expect(own.covers('capital of Italy is Rome', 5_320)).toBe(false);
  });

  it('covers nothing that it has not said yet, and nothing else that people say', () => {
    const own = words(['The train leaves at nine tomorrow', undefined], ['Good evening', 5_000]);
    expect(own.covers('train leaves at nine', 5_000)).toBe(false);
    expect(own.covers('When does the ferry leave', 5_000)).toBe(false);
  });

  it('covers two of its sentences in one transcript, and knows the latest words of each', () => {
    const own = words(['The train', 5_000], ['Good evening everyone', 6_000]);
    own.noteWords('t0', 'The train leaves at nine');
    expect(own.covers('leaves at nine good evening', 5_000)).toBe(true);
  });

  it('covers text without spaces by what stands together', () => {
    const own = words(['明天的火车九点开，请大家早点到', 5_000]);
    expect(own.covers('火车九点开', 5_000)).toBe(true);
    expect(own.covers('开车到九点', 5_000)).toBe(false);
  });
});
