import { describe, expect, test } from 'vitest';
import type { MessageBody } from '../../../../src/discord/messenger.ts';
import { languages } from '../../../../src/language/languages.ts';
import { Notices } from '../../../../src/voice/room/notices.ts';
import { RoomTroubles } from '../../../../src/voice/room/troubles.ts';
import type { RoomState, VoiceNotice } from '../../../../src/voice/room/types.ts';
import { roomWords } from '../../../../src/wiring/voice.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { recordingLog, silentLog } from '../../../support/fake-log.ts';

const it = test.extend('room', () => room('a'));

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
    const notices = new Notices(messenger, roomWords, silentLog);
    await notices.say({ channelId: '9', locale: 'zh-CN' }, { notice: 'speak-missing' }, about);
    await notices.say({ channelId: '9' }, { end: 'alone' }, about);
    const chinese = wordsFor('zh-CN');
    const name = chinese.errors.permissions.Speak;
    expect(JSON.stringify(posted[0]?.body)).toContain(`“${name}”`);
    expect(JSON.stringify(posted[1]?.body)).toContain('I left <#300000000000000001>');
    expect(posted.map(({ to }) => to)).toEqual(['9', '9']);
    for (const { nonce } of posted) expect(nonce.length).toBeLessThanOrEqual(25);
    expect(posted[0]?.nonce).not.toBe(posted[1]?.nonce);
  });

  it('is logged when Discord does not take it, and no more', async () => {
    const { log, lines } = recordingLog();
    const messenger = { post: () => Promise.reject(new Error('Missing Access')) };
    const notices = new Notices(messenger, roomWords, log);
    await notices.say({ channelId: '9', locale: 'en-US' }, { end: 'alone' }, about);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', end: 'alone', channelId: '9' }));
  });
});

const channelId = 'here';
const ready: RoomState = { is: 'ready', channelId };
const muted: RoomState = { is: 'muted', channelId };
const lost = (attempt: number): RoomState => ({ is: 'lost', channelId, attempt });

/** A room whose tenants are told in these channels. */
function room(...channels: readonly string[]) {
  const said: string[] = [];
  const tenants = {
    channels,
    hearing: [] as readonly string[],
    answered: new Set<string>(),
    /** Where people see it in another way. */
    shown: new Set<string>(),
    places: () =>
      tenants.channels.map((each) => ({ channelId: each, shows: (): boolean => tenants.shown.has(each) })),
    again: {} as Record<string, VoiceNotice>,
    heardAgain: (channel: string) => tenants.again[channel] ?? 'heard-again',
    midway: new Set<string>(),
    goesOn: (channel: string) => tenants.midway.has(channel),
    get hearingPlaces() {
      return tenants.hearing.map((each) => ({ channelId: each }));
    },
  };
  const troubles = new RoomTroubles(tenants, (place, notice) => said.push(`${place.channelId}: ${notice}`));
  const become = (...states: readonly RoomState[]) => {
    for (const state of states) troubles.stateChanged(state, false);
  };
  return { said, tenants, troubles, become };
}

describe('what keeps a room from being heard', () => {
  it('is said once in each place, and so is its end', () => {
    const { said, become } = room('a', 'b');
    become(ready, muted, muted, ready, ready);
    expect(said).toEqual(['a: muted', 'b: muted', 'a: heard-again', 'b: heard-again']);
  });

  it('ends with what is true in each place: it goes on, or missed what people said', () => {
    const { said, tenants, become } = room('a', 'b');
    tenants.again = { a: 'goes-on', b: 'missed-words' };
    become(muted, ready);
    expect(said.slice(2)).toEqual(['a: goes-on', 'b: missed-words']);
  });

  it('is another notice when it is a permission', ({ room: { said, troubles } }) => {
    troubles.stateChanged(muted, true);
    expect(said).toEqual(['a: speak-missing']);
  });

  it('is not said where the one who waits is told by an answer; its end is', () => {
    const { said, tenants, become } = room('a', 'b');
    tenants.answered = new Set(['a']);
    become({ is: 'suppressed', channelId, handRaised: true }, ready);
    expect(said).toEqual(['b: suppressed', 'a: heard-again', 'b: heard-again']);
  });

  it('is not said where a feature shows it itself, and then neither is its end', () => {
    const { said, tenants, become } = room('a', 'b');
    tenants.shown.add('a');
    become(muted, ready);
    expect(said).toEqual(['b: muted', 'b: heard-again']);
    tenants.shown.clear();
    become(muted);
    tenants.shown.add('a');
    become(ready);
    expect(said.slice(2)).toEqual(['a: muted', 'b: muted', 'a: heard-again', 'b: heard-again']);
  });

  it('is no news when a connection is back at once', ({ room: { said, become } }) => {
    become(lost(0), lost(1), ready);
    expect(said).toEqual([]);
  });

  it('promises to pick up only where something is left to be said, and says it once', () => {
    const { said, tenants, become } = room('a', 'b');
    tenants.midway.add('a');
    become(lost(2));
    tenants.midway.clear();
    become(lost(3));
    expect(said).toEqual(['a: lost-midway', 'b: lost']);
  });

  it('is news when the first attempt failed', ({ room: { said, become } }) => {
    become(lost(1), lost(2), lost(3), ready);
    expect(said).toEqual(['a: lost', 'a: heard-again']);
  });

  it('ends without a word for those who left meanwhile, and for those who came later', () => {
    const { said, tenants, become } = room('a');
    become(muted);
    tenants.channels = ['b'];
    become(ready);
    expect(said).toEqual(['a: muted']);
  });
});

describe('what keeps a room from hearing', () => {
  it('is said where somebody would be heard, also when that begins later, and its end only there', () => {
    const { said, tenants, troubles } = room('a', 'b', 'c');
    tenants.hearing = ['a'];
    troubles.deafened(true);
    tenants.hearing = ['a', 'b'];
    troubles.hearingChanged();
    troubles.deafened(false);
    troubles.hearingChanged();
    expect(said).toEqual(['a: deafened', 'b: deafened', 'a: hears-again', 'b: hears-again']);
  });

  it('is another matter than what cannot be decrypted', ({ room: { said, tenants, troubles } }) => {
    tenants.hearing = ['a'];
    troubles.deafened(true);
    troubles.unintelligible(true);
    troubles.unintelligible(true);
    troubles.unintelligible(false);
    expect(said).toEqual(['a: deafened', 'a: unintelligible', 'a: hears-again']);
  });
});
