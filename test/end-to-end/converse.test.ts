import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { joinVoice } from '../../sandbox/test/support/voice-person.ts';
import { ConverseScene, talkScene } from '../support/converse-scene.ts';
import type { SpeakScene } from '../support/speak-scene.ts';

/** One bot for all of it: each conversation begins when the one before is over. */
let scene: SpeakScene;
let talk: ConverseScene;

beforeAll(async () => {
  scene = await talkScene();
});

afterEach(async () => await talk.end());
afterAll(async () => await scene?.close());

describe('somebody to talk to in the call', () => {
  it('hears who agreed, word for word, and answers in a voice, end-to-end encrypted', async () => {
    talk = await ConverseScene.begin(scene, scene.member);
    await talk.agree();
    await talk.sayUntilHeard('Hello there, good morning to you.', 'ann');
    await eventually(() => talk.said.includes('Hello! What can I do for you?'), 'its answer');
    await talk.scene.hears(40);
    expect(talk.scene.stage.discord.voice.record.of(talk.scene.botId).unencryptedFrames).toBe(0);
    expect(talk.session?.oddities).toEqual([]);
  });

  it('hears nothing of who did not agree: not a byte of theirs is sent', async () => {
    talk = await ConverseScene.begin(scene, scene.member);
    await talk.say("This is nobody's business but ours.", 'ann');
    await talk.say('And neither is this, I suppose.', 'ann');
    expect(talk.session?.audio.length ?? 0).toBe(0);
    expect(talk.heard).toEqual([]);
  });

  it('among several answers the one who names it, and listens quietly otherwise', async () => {
    talk = await ConverseScene.begin(scene, scene.member, { name: 'Emcee' });
    const owner = await talk.scene.stage.person('owner');
    const other = await joinVoice(talk.scene.stage.discord, owner, talk.scene.stage.discord.channels.voice);
    await talk.agree();
    await talk.agree(owner);
    await talk.sayUntilHeard('I went to the market this morning.', 'ann');
    expect(talk.scene.spoken()).toBe(0);
    await talk.sayUntilHeard('Emcee, how are you today?', 'ben', { who: other });
    await talk.scene.hears(20);
    await other.leave();
  });

  it('ends when it is stopped, and hears nobody any more', async () => {
    const packets = () => scene.stage.discord.voice.record.of(scene.botId).packets.length;
    const before = packets();
    talk = await ConverseScene.begin(scene, scene.member);
    await talk.agree();
    await talk.say('Hello there, good morning to you.', 'ann');
    await eventually(() => talk.said.length > 0, 'an answer');
    const stopped = await talk.member.click(talk.panel, 'Stop');
    await talk.member.answerTo(stopped);
    await eventually(() => talk.session?.open === false, 'the end of the session');
    expect(talk.session?.closed?.code).toBe(1000);
    await eventually(() => packets() > before, 'what it said');
    await eventually(() => !scene.botIsIn, 'the bot leaving the channel');
  });
});
