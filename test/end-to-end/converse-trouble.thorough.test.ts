import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { wordsFor } from '../../src/words/index.ts';
import { ConverseScene } from '../support/converse-scene.ts';

const words = wordsFor('en-US');
const { troubles } = words.conversation.panel;
const question = 'Hello there, good morning to you.';
/** A service that says nothing is waited for twice, 10 s each. */
const patienceMs = 60_000;

/** One bot for all of it: the next trouble comes when the one before is over. */
let talk: ConverseScene;

beforeAll(async () => {
  talk = await ConverseScene.open();
  await talk.agree();
  return async () => await talk.close();
});

/** Waits until the panel says so, or no longer does. */
async function panelSays(sentence: string, says = true): Promise<void> {
  await talk.member.untilMessage(
    ({ id, components }) => id === talk.panel.id && JSON.stringify(components).includes(sentence) === says,
    patienceMs,
  );
}

/** Somebody asks, and hears the answer to its end. */
async function goesOn(): Promise<void> {
  const before = talk.said.length;
  await talk.say(question, 'ann');
  await eventually(() => talk.said.length > before, 'an answer');
  await talk.scene.hears(talk.scene.spoken() + 20);
}

describe('a conversation with the running bot', () => {
  it('whose session breaks with 1011 in the middle of a word says so, opens another one, and goes on', async () => {
    const sessions = talk.realtime.sessions.length;
    talk.realtime.arm({ at: 'audio', afterDeltas: 2, effect: { kind: 'close', code: 1011 } });
    await talk.say(question, 'ann');
    await panelSays(troubles['turn-lost']);
    await eventually(() => talk.realtime.sessions.length > sessions, 'another session');
    await goesOn();
    await panelSays('⚠️', false);
  });

  it('whose socket stands and says nothing any more says so, opens another one, and goes on', async () => {
    const sessions = talk.realtime.sessions.length;
    talk.realtime.arm({ at: 'appended', effect: { kind: 'mute' } });
    await talk.say(question, 'ann');
    await panelSays(troubles['no-answer']);
    await eventually(() => talk.realtime.sessions.length > sessions, 'another session', patienceMs);
    await goesOn();
    await panelSays('⚠️', false);
  });

  it('whose key is revoked ends with the reason, hears nobody any more, and leaves the channel', async () => {
    talk.realtime.arm({
      at: 'response',
      effect: { kind: 'error', code: 'invalid_api_key', message: 'Incorrect API key provided.' },
    });
    await talk.say(question, 'ann');
    await panelSays(words.call.ended.service);
    await talk.member.untilMessage(({ components }) =>
      JSON.stringify(components).includes(words.errors.service.credentials),
    );
    await eventually(() => talk.session?.open === false, 'the end of the session');
    const { voiceStates, guildId } = talk.scene.stage.discord;
    await eventually(() => !voiceStates.find(guildId, talk.scene.botId), 'the bot leaving the channel');
    const sent = talk.session?.audio.length;
    await talk.say(question, 'ann');
    expect(talk.session?.audio.length).toBe(sent);
    expect(talk.scene.stage.bot.isRunning).toBe(true);
  });
});
