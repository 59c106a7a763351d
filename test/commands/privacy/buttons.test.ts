import { expect, test } from 'vitest';
import { privacyButtons } from '../../../commands/privacy/buttons.ts';
import { wordsFor } from '../../../src/words/index.ts';

type Press = Parameters<ReturnType<typeof privacyButtons>[number]['run']>[0];

test.each([
  ['never', 'neverListen', 'never', 'privacy:listen:me'],
  ['listen', 'listenAgain', 'listen', undefined],
  ['unwritten', 'neverWrite', 'unwritten', 'privacy:written:me'],
  ['written', 'writeAgain', 'written', undefined],
  ['keep-texts', 'keepTexts', 'keepTexts', 'privacy:drop-texts:me'],
  ['drop-texts', 'dropTexts', 'dropTexts', undefined],
] as const)(
  '%s decides, says so, and offers the way back where there is one',
  async (action, does, says, back) => {
    const words = wordsFor('en-US');
    const done: unknown[] = [];
    const desk = { [does]: async (userId: string) => void done.push(userId) };
    const buttons = privacyButtons(desk as unknown as Parameters<typeof privacyButtons>[0]);
    const answered: unknown[] = [];
    const interaction = {
      user: { id: '7' },
      editReply: async (body: unknown) => {
        answered.push(body);
        return { id: '1' };
      },
    };
    const press = { interaction, words, id: 'me' } as unknown as Press;
    await buttons.find((button) => button.action === action)?.run(press);
    expect(done).toEqual(['7']);
    const told = JSON.stringify(answered);
    expect(told).toContain(JSON.stringify(words.privacy.answers[says]));
    expect(told.match(/privacy:[a-z-]+:me/g)).toEqual(back ? [back] : null);
  },
);
