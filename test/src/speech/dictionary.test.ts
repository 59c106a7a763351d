import { describe, expect, it } from 'vitest';
import { mostWords } from '../../../src/speech/dictionary.ts';
import { dictionaryFile, renderDictionary } from '../../../src/speech/dictionary-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { guildId, SpeechWorld } from '../../support/speech-world.ts';

describe("a guild's dictionary", () => {
  it('keeps each word once, the last said', async () => {
    const { desk } = new SpeechWorld();
    await desk.dictionary.add({ guildId, userId: '100' }, { word: 'Nginx', as: 'one' });
    await desk.dictionary.add({ guildId, userId: '100' }, { word: ' nginx ', as: 'two' });
    expect(await desk.dictionary.list(guildId)).toEqual([{ word: 'nginx', as: 'two' }]);
  });

  it('takes 500 words and then no more, except for those it has', async () => {
    const { desk } = new SpeechWorld();
    const pronunciations = Array.from({ length: mostWords }, (_, index) => ({ word: `w${index}`, as: 'x' }));
    await desk.guilds.change({ guildId, userId: '100' }, (before) => ({ ...before, pronunciations }));
    await expect(
      desk.dictionary.add({ guildId, userId: '100' }, { word: 'new', as: 'x' }),
    ).rejects.toMatchObject({
      facts: { code: 'speech-dictionary-full', limit: 500 },
    });
    await desk.dictionary.add({ guildId, userId: '100' }, { word: 'w7', as: 'seven' });
    expect(await desk.dictionary.list(guildId)).toHaveLength(mostWords);
  });

  it.each([
    ['', 'x'],
    ['...', 'x'],
    ['word', '  '],
    ['w'.repeat(61), 'x'],
  ])('does not take %j as %j', async (word, as) => {
    const { desk } = new SpeechWorld();
    await expect(desk.dictionary.add({ guildId, userId: '100' }, { word, as })).rejects.toMatchObject({
      facts: { code: 'speech-word-invalid' },
    });
  });

  it('shows as many as fit, escaped, and gives all as a file', () => {
    const entries = Array.from({ length: 500 }, (_, index) => ({ word: `word_${index}`, as: 'said so' }));
    const { body, rest } = renderDictionary(entries, wordsFor('en-US'));
    expect(rest).toBeGreaterThan(0);
    expect(JSON.stringify(body)).toContain(`${rest} more`);
    expect(JSON.stringify(body)).toContain('word\\\\_0');
    expect(JSON.stringify(body).length).toBeLessThan(4_000);
    expect(dictionaryFile(entries).split('\n')).toHaveLength(500);
  });
});
