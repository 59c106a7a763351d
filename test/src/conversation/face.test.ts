import { describe, expect, it } from 'vitest';
import { renderCall } from '../../../src/call/panel.ts';
import type { CallEnd } from '../../../src/call/types.ts';
import type { CallAsk } from '../../../src/conversation/call-ask.ts';
import type { CallActivity, CallTrouble } from '../../../src/conversation/call-types.ts';
import { type ConversationShown, conversationFace } from '../../../src/conversation/face.ts';
import { languages } from '../../../src/language/languages.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { ada, ben, callRequest, voiceChannel } from '../../support/conversation-world.ts';

const activities: readonly CallActivity[] = [
  'opening',
  'listening',
  'hearing',
  'thinking',
  'speaking',
  'working',
  'reconnecting',
  'silenced',
];
const ends: readonly CallEnd[] = [
  'asked',
  'starter-left',
  'everybody-left',
  'spent',
  'idle',
  'room',
  'service',
  'shutting-down',
];
const troubles: readonly CallTrouble[] = ['tools-dropped', 'audio-dropped', 'not-understood', 'busy'];

function shown(changes: Partial<ConversationShown> = {}, ask: CallAsk = {}): ConversationShown {
  return {
    request: callRequest(ask),
    channelId: voiceChannel,
    state: { is: 'running', activity: 'listening' },
    participants: new Set([ada]),
    livedMs: 0,
    trouble: undefined,
    speaker: undefined,
    ...changes,
  };
}

function textOf(call: ConversationShown, locale = 'en-US'): string {
  const allowance = { unit: 'live-seconds', scope: 'person', left: 600, limit: 1_800 } as const;
  return JSON.stringify(
    renderCall(conversationFace, call, { region: 'singapore', allowance }, wordsFor(locale)).components,
  );
}

describe('the panel of a conversation', () => {
  it('says who started it, where, what is sent where, and that nothing is kept', () => {
    const text = textOf(shown());
    expect(text).toContain(`<#${voiceChannel}>**, started by <@${ada}>`);
    expect(text).toContain('I only hear people who press **Join**');
    expect(text).toContain('AI service in Singapore');
    expect(text).toContain('Nothing is recorded or kept');
  });

  it('says that the transcript is paused where not everybody who could read it sees the voice channel', () => {
    const call = shown({}, { transcript: true });
    const { components } = renderCall(
      conversationFace,
      call,
      { region: 'singapore', exposed: true },
      wordsFor('en-US'),
    );
    expect(JSON.stringify(components)).toContain('The transcript is paused');
    expect(JSON.stringify(components)).not.toContain("I'm writing a transcript");
  });

  it('says that a transcript is written here in the chat of a voice channel, which has no threads', () => {
    const call = shown({}, { transcript: true });
    const text = textOf({
      ...call,
      request: { ...call.request, textChannelId: call.request.voiceChannelId },
    });
    expect(text).toContain("I'm writing a transcript here.");
    expect(text).not.toContain('thread');
  });

  it('names nobody who takes part or speaks where people see it who do not see the voice channel', () => {
    const state = { is: 'running', activity: 'hearing' } as const;
    const call = shown({ state, speaker: ben, participants: new Set([ben]) });
    const { components } = renderCall(
      conversationFace,
      call,
      { region: 'singapore', exposed: true },
      wordsFor('en-US'),
    );
    expect(JSON.stringify(components)).not.toContain(ben);
    expect(textOf(call)).toContain(ben);
  });

  it('says that a transcript is written where one is, and not that nothing is kept', () => {
    const text = textOf(shown({}, { transcript: true }));
    expect(text).toContain("I'm writing a transcript in a thread");
    expect(text).not.toContain('Nothing is recorded');
  });

  it.each(languages)('says something else for every activity, end and trouble in %s', (language) => {
    const running = activities.map((activity) =>
      textOf(shown({ state: { is: 'running', activity } }), language),
    );
    const ended = ends.map((end) => textOf(shown({ state: { is: 'ended', end } }), language));
    const troubled = troubles.map((trouble) => textOf(shown({ trouble }), language));
    const all = [...running, ...ended, ...troubled];
    expect(new Set(all).size).toBe(all.length);
    for (const text of all) expect(text).not.toMatch(/undefined|NaN|\[object/);
  });

  it('says who is heard, who takes part, the minutes used and those that are left', () => {
    const text = textOf(
      shown({
        participants: new Set([ada, ben]),
        state: { is: 'running', activity: 'hearing' },
        speaker: ben,
        livedMs: 61_000,
      }),
    );
    expect(text).toContain(`Hearing <@${ben}>`);
    expect(text).toContain(`Taking part: <@${ada}>, <@${ben}>`);
    expect(text).toContain('1 min used · 10 of 30 min left today');
  });

  it('names twenty people and counts the others', () => {
    const participants = new Set(Array.from({ length: 25 }, (_, index) => String(index)));
    expect(textOf(shown({ participants }))).toContain('and 5 more');
  });

  it('waits for somebody as long as nobody has joined', () => {
    expect(textOf(shown({ participants: new Set() }))).toContain('Waiting for someone to press');
  });

  it.each(languages)('has one bold headline in %s, whatever is going on', (language) => {
    const states = [
      ...activities.map(
        (activity) => ({ state: { is: 'running', activity }, participants: new Set<string>() }) as const,
      ),
      ...ends.map((end) => ({ state: { is: 'ended', end } }) as const),
    ];
    for (const state of states) {
      const body = renderCall(conversationFace, shown(state), { region: 'singapore' }, wordsFor(language));
      const [, headline] = /\\n(\*\*.+?)(?:\\n|")/.exec(JSON.stringify(body)) ?? [];
      expect(headline).toMatch(/^\*\*[^*]+\*\*$/);
    }
  });

  it('carries the id of the call in each button, and has none once it is over', () => {
    const { id } = callRequest();
    const text = textOf(shown());
    for (const action of ['join', 'leave', 'stop']) expect(text).toContain(`converse:${action}:${id}`);
    expect(text).not.toContain('converse:hold');
    expect(textOf(shown({ state: { is: 'ended', end: 'asked' } }))).not.toContain('custom_id');
  });

  it('has the floor to hold in push-to-talk', () => {
    const { id } = callRequest();
    const text = textOf(shown({}, { turns: 'push-to-talk' }));
    expect(text).toContain(`converse:hold:${id}`);
    expect(text).toContain(`converse:done:${id}`);
  });

  it('shows a name as it is, whatever it is made of', () => {
    const text = textOf(shown({}, { name: '**@everyone**' }));
    expect(text).not.toContain('“**@everyone**”');
  });
});
