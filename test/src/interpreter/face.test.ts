import { describe, expect, it } from 'vitest';
import { renderCall } from '../../../src/call/panel.ts';
import type { CallEnd } from '../../../src/call/types.ts';
import { type InterpretationShown, interpreterFace } from '../../../src/interpreter/face.ts';
import type { InterpretationAsk } from '../../../src/interpreter/interpretation-ask.ts';
import type { InterpreterActivity, InterpreterTrouble } from '../../../src/interpreter/types.ts';
import { languages } from '../../../src/language/languages.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { ada, ben, voiceChannel } from '../../support/conversation-world.ts';
import { interpretationRequest } from '../../support/interpreter-world.ts';

const words = wordsFor('en-US').interpreter.panel;
const activities = Object.keys(words.activities) as InterpreterActivity[];
const troubles = Object.keys(words.troubles) as InterpreterTrouble[];
const ends = Object.keys(wordsFor('en-US').call.ended) as CallEnd[];

function shown(
  changes: Partial<InterpretationShown> = {},
  ask: Partial<InterpretationAsk> = {},
): InterpretationShown {
  return {
    request: interpretationRequest(ask),
    channelId: voiceChannel,
    state: { is: 'running', activity: 'listening' },
    participants: new Set([ada]),
    languages: new Map(),
    livedMs: 0,
    trouble: undefined,
    speaker: undefined,
    sessions: 0,
    waitMs: 0,
    ...changes,
  };
}

function textOf(call: InterpretationShown, locale = 'en-US'): string {
  const allowance = { unit: 'live-seconds', scope: 'person', left: 600, limit: 1_800 } as const;
  const { components } = renderCall(
    interpreterFace,
    call,
    { region: 'singapore', allowance },
    wordsFor(locale),
  );
  return JSON.stringify(components);
}

describe('the panel of an interpreter', () => {
  it('names nobody who takes part or speaks where people see it who do not see the voice channel', () => {
    const state = { is: 'running', activity: 'interpreting' } as const;
    const call = shown({ state, speaker: ben, participants: new Set([ben]) });
    const around = { region: 'singapore', exposed: true } as const;
    const { components } = renderCall(interpreterFace, call, around, wordsFor('en-US'));
    expect(JSON.stringify(components)).not.toContain(ben);
    expect(textOf(call)).toContain(ben);
  });

  it('says who started it, where, in which languages, and what is sent where', () => {
    const text = textOf(shown());
    expect(text).toContain(`<#${voiceChannel}>**, started by <@${ada}>`);
    expect(text).toContain('English, Deutsch');
    expect(text).toContain('I only hear people who press **Join**');
    expect(text).toContain('AI service in Singapore');
  });

  it('says what stays: captions in threads, a file, or nothing', () => {
    expect(textOf(shown())).toContain('thread of this channel and stay there');
    expect(textOf(shown({}, { captions: 'thread-per-language' }))).toContain('one per language');
    expect(textOf(shown({}, { transcript: true }))).toContain('posted as a file');
    const quiet = textOf(shown({}, { captions: 'off' }));
    expect(quiet).toContain('Nothing is recorded or kept');
    expect(textOf(shown())).not.toContain('Nothing is recorded');
  });

  it('says that it interprets, where it may not say whom', () => {
    const state = { is: 'running', activity: 'interpreting' } as const;
    expect(textOf(shown({ state }))).toContain('🌐 Interpreting someone**');
    expect(textOf(shown({ state }), 'zh-CN')).toContain('🌐 正在翻译**');
  });

  it('says that captions are written here in the chat of a voice channel, which has no threads', () => {
    const call = shown();
    const text = textOf({
      ...call,
      request: { ...call.request, textChannelId: call.request.voiceChannelId },
    });
    expect(text).toContain('Captions are written here and stay.');
    expect(text).not.toContain('thread');
  });

  it('says that captions are paused where not everybody who could read them sees the voice channel', () => {
    const render = (ask: Partial<InterpretationAsk>) =>
      JSON.stringify(
        renderCall(
          interpreterFace,
          shown({}, ask),
          { region: 'singapore', exposed: true },
          wordsFor('en-US'),
        ),
      );
    expect(render({})).toContain('Captions are paused');
    expect(render({})).not.toContain('thread of this channel');
    expect(render({ captions: 'off' })).toContain('No captions.');
    expect(render({ captions: 'off', transcript: true })).toContain('Captions are paused');
  });

  it.each(languages)('says something else for every activity, end and trouble in %s', (language) => {
    const all = [
      ...activities.map((activity) => textOf(shown({ state: { is: 'running', activity } }), language)),
      ...ends.map((end) => textOf(shown({ state: { is: 'ended', end } }), language)),
      ...troubles.map((trouble) => textOf(shown({ trouble }), language)),
    ];
    expect(new Set(all).size).toBe(all.length);
    for (const text of all) expect(text).not.toMatch(/undefined|NaN|\[object/);
  });

  it('says who takes part and what they speak and read, the sessions, the minutes, and how long a turn takes', () => {
    const text = textOf(
      shown({
        participants: new Set([ada, ben]),
        languages: new Map([[ben, { speaks: 'de', reads: 'fr' }]]),
        state: { is: 'running', activity: 'waiting-to-connect' },
        sessions: 3,
        waitMs: 12_300,
        livedMs: 61_000,
      }),
    );
    expect(text).toContain(`<@${ada}>: speaks English\\n`);
    expect(text).toContain(`<@${ben}>: speaks German, reads French`);
    expect(text).toContain('gets a turn in 13 s');
    expect(text).toContain('3 sessions open · 1 min used · 10 of 30 min left today');
  });

  it('names fifteen people and counts the others', () => {
    const participants = new Set(Array.from({ length: 20 }, (_, index) => String(index)));
    expect(textOf(shown({ participants }))).toContain('and 5 more');
  });

  it('carries the id of the call in each button, and has none once it is over', () => {
    const { id } = interpretationRequest();
    const text = textOf(shown());
    for (const action of ['join', 'leave', 'stop']) expect(text).toContain(`interpret:${action}:${id}`);
    expect(textOf(shown({ state: { is: 'ended', end: 'asked' } }))).not.toContain('custom_id');
  });
});
