import { describe, expect, it } from 'vitest';
import { renderCall, renderDetails } from '../../../src/call/panel.ts';
import type { CallSurroundings } from '../../../src/call/presenter.ts';
import type { CallEnd } from '../../../src/call/types.ts';
import type { InterpretationAsk } from '../../../src/interpreter/interpretation-ask.ts';
import { type InterpretationShown, interpreterPresenter } from '../../../src/interpreter/presenter.ts';
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
    servedMs: 0,
    payer: ada,
    trouble: undefined,
    speaker: undefined,
    sessions: 0,
    waitMs: 0,
    ...changes,
  };
}

const minutes = {
  payer: ada,
  day: { unit: 'live-seconds', scope: 'person', left: 600, limit: 1_800, resetsAt: 1_800_000_000_000 },
  isPayersDay: true,
} as const;

function textOf(call: InterpretationShown, locale = 'en-US'): string {
  const around = { region: 'singapore', minutes } as const;
  return JSON.stringify(renderCall(interpreterPresenter, call, around, wordsFor(locale)).components);
}

function detailsOf(call: InterpretationShown, more: Partial<CallSurroundings> = {}): string {
  const around = { region: 'singapore', minutes, ...more } as const;
  return JSON.stringify(renderDetails(interpreterPresenter, call, around, wordsFor('en-US')).components);
}

describe('the panel of an interpreter', () => {
  it('names nobody who takes part or speaks where people see it who do not see the voice channel', () => {
    const state = { is: 'running', activity: 'interpreting' } as const;
    const call = shown({ state, speaker: ben, participants: new Set([ben]) });
    const around = { region: 'singapore', exposed: true } as const;
    const { components } = renderCall(interpreterPresenter, call, around, wordsFor('en-US'));
    expect(JSON.stringify(components)).not.toContain(ben);
    expect(textOf(call)).toContain(ben);
  });

  it('is two lines: whom it hears, in which languages, where it goes, what is kept, and whose minutes', () => {
    expect(textOf(shown())).toContain(
      `**🌐 Live interpreter: English, Deutsch** in <#${voiceChannel}> · I only hear <@${ada}> (AI service in Singapore, captions kept)\\n` +
        `**👂 Listening** · this call 0 min · <@${ada}>'s day 10 of 30 min left, resets <t:1800000000:R>"`,
    );
    expect(textOf(shown({ participants: new Set() }))).toContain('I only hear people who press **Join**');
    expect(detailsOf(shown())).toContain(`<#${voiceChannel}>**, started by <@${ada}>`);
  });

  it('says what stays: captions in threads, a file, or nothing', () => {
    expect(detailsOf(shown())).toContain('Captions are in a thread in <#');
    expect(detailsOf(shown({}, { captions: 'thread-per-language' }))).toContain('one per language');
    expect(detailsOf(shown({}, { transcript: true }))).toContain('posted as a file');
    expect(textOf(shown({}, { captions: 'off', transcript: true }))).toContain('the text is kept');
    const quiet = textOf(shown({}, { captions: 'off' }));
    expect(quiet).toContain('nothing kept');
    expect(textOf(shown())).not.toContain('nothing kept');
  });

  it('says that somebody talks, where it may not say who', () => {
    const state = { is: 'running', activity: 'interpreting' } as const;
    expect(textOf(shown({ state }))).toContain('**🗣️ Someone is talking**');
    expect(textOf(shown({ state, speaker: ben }))).toContain(`**🗣️ <@${ben}> is talking**`);
    expect(textOf(shown({ state }), 'zh-CN')).toContain('**🗣️ 有人在说话**');
  });

  it('says that captions are written here in the chat of a voice channel, which has no threads', () => {
    const call = shown();
    const text = detailsOf({
      ...call,
      request: { ...call.request, panelChannelId: call.request.voiceChannelId },
    });
    expect(text).toContain('Captions are written here and stay.');
    expect(text).not.toContain('thread');
  });

  it('says that captions are paused where not everybody who could read them sees the voice channel', () => {
    const render = (ask: Partial<InterpretationAsk>) => {
      const captions = { threads: [], isShut: false, isPaused: true };
      const around = { region: 'singapore', captions } as const;
      const panel = renderCall(interpreterPresenter, shown({}, ask), around, wordsFor('en-US'));
      return `${JSON.stringify(panel)}${detailsOf(shown({}, ask), around)}`;
    };
    expect(render({})).toMatch(/captions paused.*Captions are paused/);
    expect(render({})).not.toContain('Captions are in a thread');
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

  it('says in Details who takes part and what they speak and read, and what the service counts', () => {
    const call = shown({
      participants: new Set([ada, ben]),
      languages: new Map([[ben, { speaks: 'de', reads: 'fr' }]]),
      state: { is: 'running', activity: 'waiting-to-connect' },
      sessions: 3,
      waitMs: 12_300,
      livedMs: 61_000,
      servedMs: 183_000,
    });
    const text = detailsOf(call);
    expect(text).toContain(`<@${ada}>: speaks English\\n`);
    expect(text).toContain(`<@${ben}>: speaks German, reads French`);
    expect(text).toContain('3 sessions open · 3 min at the AI service');
    expect(textOf(call)).toContain('gets a turn in 13 s');
    expect(detailsOf(call, { exposed: true })).not.toContain(ben);
  });

  it('names fifteen people and counts the others', () => {
    const participants = new Set(Array.from({ length: 20 }, (_, index) => String(index)));
    expect(detailsOf(shown({ participants }))).toContain('and 5 more');
  });

  it('carries the id of the call in each button, and has none once it is over', () => {
    const { id } = interpretationRequest();
    const text = textOf(shown());
    for (const action of ['join', 'leave', 'stop']) expect(text).toContain(`interpret:${action}:${id}`);
    expect(textOf(shown({ state: { is: 'ended', end: 'asked' } }))).not.toContain('custom_id');
  });
});
