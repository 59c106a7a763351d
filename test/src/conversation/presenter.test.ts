import { describe, expect, it } from 'vitest';
import { renderCall, renderDetails } from '../../../src/call/panel.ts';
import type { CallSurroundings } from '../../../src/call/presenter.ts';
import type { CallEnd, CallMinutes } from '../../../src/call/types.ts';
import type { CallAsk } from '../../../src/conversation/call-ask.ts';
import type { CallActivity, CallTrouble } from '../../../src/conversation/call-types.ts';
import { type ConversationShown, conversationPresenter } from '../../../src/conversation/presenter.ts';
import { languages } from '../../../src/language/languages.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { ada, ben, callRequest, voiceChannel } from '../../support/conversation-world.ts';

const { conversation, call: calls } = wordsFor('en-US');
const keysOf = <Key extends string>(words: Readonly<Record<Key, unknown>>) => Object.keys(words) as Key[];
const activities = keysOf<CallActivity>(conversation.panel.activities);
const ends = keysOf<CallEnd>(calls.ended);
const troubles = keysOf<CallTrouble>(conversation.panel.troubles);

function shown(changes: Partial<ConversationShown> = {}, ask: CallAsk = {}): ConversationShown {
  return {
    request: callRequest(ask),
    channelId: voiceChannel,
    state: { is: 'running', activity: 'listening' },
    participants: new Set([ada]),
    livedMs: 0,
    servedMs: 0,
    payer: ada,
    trouble: undefined,
    speaker: undefined,
    ...changes,
  };
}

const minutes: CallMinutes = {
  payer: ada,
  day: { unit: 'live-seconds', scope: 'person', left: 1_690, limit: 1_800, resetsAt: 1_800_000_000_000 },
  service: { unit: 'live-seconds', scope: 'guild', left: 6_000, limit: 7_200, resetsAt: 1_800_000_000_000 },
  isPayersDay: true,
};
const around = { region: 'singapore', minutes } as const;

function textOf(call: ConversationShown, locale = 'en-US', surroundings: CallSurroundings = around): string {
  return JSON.stringify(renderCall(conversationPresenter, call, surroundings, wordsFor(locale)).components);
}

function detailsOf(call: ConversationShown, more: Partial<CallSurroundings> = {}): string {
  const body = renderDetails(conversationPresenter, call, { ...around, ...more }, wordsFor('en-US'));
  return JSON.stringify(body.components);
}

const paused = { captions: { threads: [], isShut: false, isPaused: true } };

describe('the panel of a conversation', () => {
  it('is two lines and one row of buttons: what it does, for whom, where it goes, what is kept, and whose minutes', () => {
    const text = textOf(shown({ participants: new Set([ada, ben]), livedMs: 125_000 }));
    expect(text).toContain(
      `**🎙️ AI conversation** in <#${voiceChannel}> · I only hear <@${ada}>, <@${ben}> (AI service in Singapore, nothing kept)\\n` +
        `**👂 Listening** · this call 2 min · <@${ada}>'s day 28 of 30 min left, resets <t:1800000000:R>"`,
    );
    expect(text.match(/"type":1,/g)).toHaveLength(1);
    expect(text.match(/"style":1,/g)).toHaveLength(1);
  });

  it('leaves the rest to Details: who started it, the model, and what the service counts', () => {
    const text = detailsOf(shown({ servedMs: 360_000 }));
    expect(text).toContain(`<#${voiceChannel}>**, started by <@${ada}>`);
    expect(text).toContain('6 min at the AI service · 100 of 120 min left today for this server');
    expect(text).toContain('Reference TEST-0077');
    expect(textOf(shown())).not.toContain('TEST-0077');
  });

  it("shows the server's minutes where a person's are not limited", () => {
    const { day: _, ...rest } = minutes;
    const text = textOf(shown(), 'en-US', { region: 'singapore', minutes: rest });
    expect(text).toContain('100 of 120 min left today for this server, resets');
  });

  it('says who ended it, how long it went on, and what is kept', () => {
    const state = { is: 'ended', end: 'asked', by: ben } as const;
    const text = textOf(shown({ state, livedMs: 12 * 60_000 }));
    expect(text).toContain(`**⏹️ Ended by <@${ben}>** · 🎙️ AI conversation\\n-# 12 min · nothing kept`);
    expect(textOf(shown({ state }, { transcript: true }))).toContain('transcript kept');
  });

  it('says that the transcript is paused where not everybody who could read it sees the voice channel', () => {
    const call = shown({}, { transcript: true });
    const text = textOf(call, 'en-US', { ...around, ...paused });
    expect(text).toContain('transcript paused');
    expect(detailsOf(call, paused)).toContain('The transcript is paused');
    expect(detailsOf(call, paused)).not.toContain("I'm writing a transcript");
  });

  it('says that a transcript is written here in the chat of a voice channel, which has no threads', () => {
    const call = shown({}, { transcript: true });
    const text = detailsOf({
      ...call,
      request: { ...call.request, panelChannelId: call.request.voiceChannelId },
    });
    expect(text).toContain("I'm writing a transcript here.");
    expect(text).not.toContain('thread');
  });

  it('names nobody who takes part or speaks where people see it who do not see the voice channel', () => {
    const state = { is: 'running', activity: 'hearing' } as const;
    const call = shown({ state, speaker: ben, participants: new Set([ben]) });
    const text = textOf(call, 'en-US', { region: 'singapore', exposed: true });
    expect(text).not.toContain(ben);
    expect(textOf(call)).toContain(ben);
  });

  it('says that a transcript is written where one is, and not that nothing is kept', () => {
    const call = shown({}, { transcript: true });
    expect(detailsOf(call)).toContain("I'm writing a transcript in a thread in <#");
    expect(textOf(call)).toContain('transcript kept');
    expect(textOf(call)).not.toContain('nothing kept');
  });

  it.each(languages)('says something else for every activity, end and trouble in %s', (language) => {
    const running = activities.map((activity) =>
      textOf(shown({ state: { is: 'running', activity } }), language),
    );
    const ended = ends.map((end) => textOf(shown({ state: { is: 'ended', end } }), language));
    const troubled = troubles.map((trouble) => textOf(shown({ trouble }), language));
    const all = [...running, ...ended, ...troubled];
    // Thinking and talking are both answering: one edit less for each turn.
    expect(new Set(all).size).toBe(all.length - 1);
    for (const text of all) expect(text).not.toMatch(/undefined|NaN|\[object/);
  });

  it('says at once who is talking', () => {
    const state = { is: 'running', activity: 'hearing' } as const;
    expect(textOf(shown({ state, speaker: ben }))).toContain(`**🗣️ <@${ben}> is talking**`);
  });

  it('names twenty people and counts the others', () => {
    const participants = new Set(Array.from({ length: 25 }, (_, index) => String(index)));
    expect(textOf(shown({ participants }))).toContain('and 5 more');
  });

  it('waits for somebody as long as nobody has joined', () => {
    const text = textOf(shown({ participants: new Set() }));
    expect(text).toContain('Waiting for someone to press');
    expect(text).toContain('I only hear people who press **Join**');
  });

  it('carries the id of the call in each button, and has none once it is over', () => {
    const { id } = callRequest();
    const text = textOf(shown());
    for (const action of ['join', 'leave', 'stop']) expect(text).toContain(`converse:${action}:${id}`);
    expect(text).not.toContain('converse:hold');
    expect(textOf(shown({ state: { is: 'ended', end: 'asked' } }))).not.toContain('custom_id');
  });

  it('has Talk in push-to-talk once somebody joined, and Done while they talk, as its one primary button', () => {
    const { id } = callRequest();
    const ask = { turns: 'push-to-talk' } as const;
    const waiting = textOf(shown({ participants: new Set() }, ask));
    expect(waiting).not.toMatch(/converse:(hold|done)/);
    const open = textOf(shown({}, ask));
    expect(open).toContain(`"style":1,"label":"Talk","custom_id":"converse:hold:${id}"`);
    expect(open).not.toContain('converse:done');
    const talking = textOf(shown({ speaker: ada }, ask));
    expect(talking).toContain(`"style":1,"label":"Done","custom_id":"converse:done:${id}"`);
    expect(talking).not.toContain('converse:hold');
    for (const text of [waiting, open, talking]) expect(text.match(/"style":1,/g)).toHaveLength(1);
  });

  it('shows a name as it is, whatever it is made of', () => {
    const text = detailsOf(shown({}, { name: '**@everyone**' }));
    expect(text).not.toContain('“**@everyone**”');
  });
});
