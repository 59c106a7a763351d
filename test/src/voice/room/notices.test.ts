import { describe, expect, it } from 'vitest';
import type { MessageBody } from '../../../../src/discord/messenger.ts';
import { languages } from '../../../../src/language/languages.ts';
import { Notices } from '../../../../src/voice/room/notices.ts';
import { roomWords } from '../../../../src/wiring/voice.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { recordingLog, silentLog } from '../../../support/fake-log.ts';

const about = { channelId: '300000000000000001', permissions: ['Speak'] };

describe('what a room says', () => {
  it.each(languages)('in %s is a sentence of its own for each end and each notice', (language) => {
    const { ends, notices } = wordsFor(language).voice;
    const facts = { channelId: '1', permissions: '**Speak**' };
    const sentences = [...Object.values(ends), ...Object.values(notices)].map((say) => say(facts));
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|\[object|^\s*$/);
    expect(Object.keys(ends)).toEqual(Object.keys(wordsFor('en-US').voice.ends));
  });

  it('is written in the language of its place, with the names of permissions as people see them', async () => {
    const posted: { readonly to: string; readonly body: MessageBody; readonly nonce: string }[] = [];
    const messenger = {
      post: async (to: string, body: MessageBody, nonce: string) => {
        posted.push({ to, body, nonce });
        return { messageId: '1' };
      },
    };
    const notices = new Notices({ messenger, wordsFor: roomWords, log: silentLog });
    await notices.say({ channelId: '9', locale: 'zh-CN' }, { notice: 'speak-missing' }, about);
    await notices.say({ channelId: '9' }, { end: 'alone' }, about);
    const chinese = wordsFor('zh-CN');
    const name = chinese.errors.permissions.Speak;
    expect(JSON.stringify(posted[0]?.body)).toContain(`**${name}**`);
    expect(JSON.stringify(posted[1]?.body)).toContain('I left <#300000000000000001>');
    expect(posted.map(({ to }) => to)).toEqual(['9', '9']);
    for (const { nonce } of posted) expect(nonce.length).toBeLessThanOrEqual(25);
    expect(posted[0]?.nonce).not.toBe(posted[1]?.nonce);
  });

  it('is logged when Discord does not take it, and no more', async () => {
    const { log, lines } = recordingLog();
    const messenger = { post: () => Promise.reject(new Error('Missing Access')) };
    const notices = new Notices({ messenger, wordsFor: roomWords, log });
    await notices.say({ channelId: '9', locale: 'en-US' }, { end: 'alone' }, about);
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, end: 'alone', channelId: '9' }));
  });
});
