import { afterEach, describe, expect, it } from 'vitest';
import { fastRealtime } from '../../sandbox/service/realtime/settings.ts';
import { eventually } from '../support/eventually.ts';
import type { SandboxPerson } from '../support/sandbox-person.ts';
import { SpeakScene } from '../support/speak-scene.ts';
import { joinVoice, type VoicePerson } from '../support/voice-person.ts';

let scene: SpeakScene;

afterEach(async () => await scene.close());

/** A conversation that the member began, with the panel that everybody sees. */
async function converse(options: Readonly<Record<string, string | number | boolean>> = {}) {
  scene = await SpeakScene.open({ service: { realtime: { ...fastRealtime, realTimeFactor: 0.2 } } });
  const invoked = await scene.member.invoke(scene.channelId, ['converse', 'start'], options);
  const panel = await scene.member.answerTo(invoked, (message) =>
    JSON.stringify(message.components).includes('converse:join'),
  );
  return { panel };
}

const session = () => scene.stage.service.realtime.sessions.at(-1);
const heard = () => scene.stage.service.realtime.sessions.flatMap((each) => each.heard);
const said = () => scene.stage.service.realtime.sessions.flatMap((each) => each.said);

async function say(text: string, voice: string, who: VoicePerson = scene.listener): Promise<void> {
  await who.speakPcm(await scene.stage.service.realtime.voice(text, voice, 48_000), 48_000);
}

async function agree(person: SandboxPerson, panel: Parameters<SandboxPerson['click']>[0]): Promise<void> {
  const pressed = await person.click(panel, 'Join');
  await person.answerTo(pressed, () => true);
}

describe('somebody to talk to in the call', () => {
  it('hears who agreed, word for word, and answers in a voice, end-to-end encrypted', async () => {
    const { panel } = await converse();
    await agree(scene.member, panel);
    await say('Hello there, good morning to you.', 'ann');
    await eventually(() => heard().length === 1, 'a turn');
    expect(heard()).toEqual(['Hello there, good morning to you.']);
    await eventually(() => said().length === 1, 'an answer');
    expect(said()).toEqual(['Hello! What can I do for you?']);
    await scene.hears(40);
    expect(scene.stage.discord.voice.record.of(scene.botId).unencryptedFrames).toBe(0);
    expect(session()?.oddities).toEqual([]);
  });

  it('hears nothing of who did not agree: not a byte of theirs is sent', async () => {
    await converse();
    await say('This is nobody’s business but ours.', 'ann');
    await say('And neither is this, I suppose.', 'ann');
    expect(session()?.audio.length ?? 0).toBe(0);
    expect(heard()).toEqual([]);
  });

  it('among several answers whoever names it, and listens quietly otherwise', async () => {
    const { panel } = await converse({ name: 'Emcee' });
    const owner = await scene.stage.person('owner');
    const other = await joinVoice(scene.stage.discord, owner, scene.stage.discord.channels.voice);
    await agree(scene.member, panel);
    await agree(owner, panel);
    await say('I went to the market this morning.', 'ann');
    await eventually(() => heard().length === 1, 'a turn');
    await say('Emcee, how are you today?', 'ben', other);
    await eventually(() => heard().length === 2, 'a second turn');
    await scene.hears(20);
    expect(heard()).toEqual(['I went to the market this morning.', 'Emcee, how are you today?']);
    await other.leave();
  });

  it('ends when it is stopped, and hears nobody any more', async () => {
    const { panel } = await converse();
    await agree(scene.member, panel);
    await say('Hello there, good morning to you.', 'ann');
    await eventually(() => said().length === 1, 'an answer');
    const stopped = await scene.member.click(panel, 'Stop');
    await scene.member.answerTo(stopped, () => true);
    await eventually(() => session()?.open === false, 'the end of the session');
    expect(session()?.closed?.code).toBe(1000);
    await eventually(() => scene.stage.discord.voice.record.of(scene.botId).packets.length > 0);
  });
});
