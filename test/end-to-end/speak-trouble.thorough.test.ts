import { PermissionFlagsBits as Bits } from 'discord.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DiscordSandbox } from '../../sandbox/discord/server.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { joinVoice } from '../../sandbox/test/support/voice-person.ts';
import { SpeakScene } from '../support/speak-scene.ts';

let scene: SpeakScene;
let discord: DiscordSandbox;

beforeAll(async () => {
  scene = await SpeakScene.open({ env: { VOICE_ALONE_SECONDS: '5' } });
  ({ discord } = scene.stage);
  return async () => await scene.close();
});

/** Everything as it was: nothing armed, the bot in no channel, the listener where it began. */
afterEach(async () => {
  discord.voice.faults.clear();
  discord.faults.clear();
  scene.stage.service.synthesis.clearFaults();
  discord.voiceStates.setServerMute(discord.guildId, scene.botId, false);
  discord.voiceStates.setServerDeafen(discord.guildId, scene.botId, false);
  discord.voiceStates.setUserLimit(discord.channels.booth, 2);
  discord.voiceStates.disconnectMember(discord.guildId, scene.botId);
  await eventually(() => !discord.voiceStates.find(discord.guildId, scene.botId), 'the bot is out');
  await scene.member.invoke(scene.channelId, ['speak', 'stop']);
  if (scene.listener.channelId !== discord.channels.voice) await scene.listener.move(discord.channels.voice);
  scene.member.messages.clear();
  scene.listener.forget();
});

/** Trouble begins when most of it is left. */
const sentence = 'Halfway, something goes wrong.';
const begunPackets = 10;
const long = 'Long enough that something can go wrong in the middle, with words left to say after it.';

const stillRuns = async () => {
  const invoked = await scene.member.invoke(scene.channelId, ['speak', 'queue']);
  await scene.member.until('INTERACTION_SUCCESS', ({ id }) => id === invoked.id);
};

describe('trouble while the bot speaks, after which the text is said whole', () => {
  it.each<[name: string, trouble: () => Promise<void> | void]>([
    ['the voice socket is torn', () => discord.voice.faults.drop(scene.botId)],
    ['the voice server crashed (4015)', () => discord.voice.faults.close(4015, scene.botId)],
    ['the session is no longer valid (4006)', () => discord.voice.faults.close(4006, scene.botId)],
    ['the session timed out (4009)', () => discord.voice.faults.close(4009, scene.botId)],
    ['an unknown error (4000)', () => discord.voice.faults.close(4000, scene.botId)],
    ['a proposal of a wrong epoch', () => discord.voice.faults.wrongEpochProposal(scene.botId)],
    [
      'loss, jitter, reordering and duplicates',
      () => discord.voice.faults.impair({ loss: 0.05, reorder: 0.1, duplicate: 0.1, jitterMs: 60, seed: 7 }),
    ],
    ['a burst of padding only', () => discord.voice.faults.paddingBurst(scene.member.id, 60)],
    ['the main gateway drops and resumes', () => discord.gateway.dropAll('bot')],
    [
      'a mute by the server that is lifted',
      async () => {
        discord.voiceStates.setServerMute(discord.guildId, scene.botId, true);
        await scene.notice(/I'm server-muted/);
        discord.voiceStates.setServerMute(discord.guildId, scene.botId, false);
      },
    ],
    [
      'a move by a moderator',
      async () => {
        discord.voiceStates.moveMember(discord.guildId, scene.botId, discord.channels.workshop);
        await scene.listener.move(discord.channels.workshop);
      },
    ],
  ])('%s', async (_name, trouble) => {
    const invoked = await scene.say(sentence);
    await scene.hears(begunPackets);
    await trouble();
    const before = scene.spoken();
    await scene.answer(invoked, '✅');
    expect(scene.spoken()).toBeGreaterThan(before);
    await stillRuns();
  });
});

describe('trouble after which the bot leaves, and says why', () => {
  it.each<[name: string, words: RegExp, trouble: () => Promise<void> | void]>([
    [
      '4017: newer encryption is asked for',
      /newer voice encryption/,
      () => discord.voice.faults.close(4017, scene.botId),
    ],
    [
      'a moderator disconnects it',
      /A moderator disconnected me/,
      () => discord.voiceStates.disconnectMember(discord.guildId, scene.botId),
    ],
    [
      'everybody else has gone',
      /everyone else had gone/,
      async () => await scene.listener.move(discord.channels.workshop),
    ],
  ])('%s', async (_name, words, trouble) => {
    const invoked = await scene.say(`${long} ${long}`);
    await scene.hears(begunPackets);
    await trouble();
    await scene.notice(words);
    await scene.answer(invoked, '🚪');
    await eventually(() => !discord.voiceStates.find(discord.guildId, scene.botId), 'the bot is out');
    await stillRuns();
  });
});

describe('trouble while the bot joins, after which it is heard', () => {
  it.each<[name: string, trouble: () => void]>([
    ['the answer to IP discovery is lost', () => discord.voice.faults.dropDiscovery(1)],
    ['the first identify is refused (4006)', () => discord.voice.faults.refuse(4006, 1)],
    [
      'only the second cipher is offered',
      () => discord.voice.faults.offerModes(['aead_xchacha20_poly1305_rtpsize']),
    ],
  ])('%s', async (_name, trouble) => {
    trouble();
    await scene.sayUntilWhole(sentence);
  });

  it('the keys come late: not a frame is sent without end-to-end encryption', async () => {
    const before = discord.voice.record.of(scene.botId).unencryptedFrames;
    const welcome = discord.voice.faults.holdWelcome();
    const invoked = await scene.say(sentence);
    await eventually(
      () => discord.voice.connected(discord.channels.voice).includes(scene.botId),
      'connected',
    );
    expect(scene.spoken()).toBe(0);
    welcome.release();
    await scene.answer(invoked, '✅');
    expect(discord.voice.record.of(scene.botId).unencryptedFrames).toBe(before);
  });
});

describe('nothing can be heard, and the reason is said', () => {
  const refusedWith = async (words: RegExp) => {
    await scene.say(long);
    await scene.notice(words);
    await stillRuns();
  };

  it.each([
    ['Connect', Bits.Connect],
    ['Speak', Bits.Speak],
    ['View Channel', Bits.ViewChannel],
  ])('the bot lacks %s', async (name, bit) => {
    await scene.listener.move(discord.channels.workshop);
    discord.setPermissions(discord.channels.workshop, scene.botId, 0n, bit);
    await refusedWith(new RegExp(`I need .*${name}`));
    discord.setPermissions(discord.channels.workshop, scene.botId, 0n, 0n);
  });

  it('the channel is full', async () => {
    await scene.listener.move(discord.channels.booth);
    discord.voiceStates.setUserLimit(discord.channels.booth, 1);
    await refusedWith(/is full/);
  });

  it('the one who asks is in no voice channel', async () => {
    const moderator = await scene.stage.person('moderator');
    const invoked = await moderator.invoke(scene.channelId, ['speak', 'say'], { text: 'Hello' });
    await moderator.untilMessage(
      ({ content, interaction_metadata }) =>
        interaction_metadata?.id === invoked.id && /Join a voice channel first/.test(content),
    );
  });
});

describe('trouble with the service', () => {
  it('a pause in the middle is sat out', async () => {
    scene.stage.service.synthesis.arm({ at: 'audio', afterFrames: 6, effect: { kind: 'stall', ms: 1_500 } });
    await scene.answer(await scene.say(sentence), '✅');
  });

  it.each([
    ['a connection that is torn in the middle', { at: 'audio', afterFrames: 6, effect: { kind: 'drop' } }],
    [
      'a task that fails in the middle',
      {
        at: 'audio',
        afterFrames: 6,
        effect: { kind: 'fail', code: 'InternalError', message: 'Engine return error code: 500' },
      },
    ],
  ] as const)('%s is told, and the next text is said', async (_name, fault) => {
    scene.stage.service.synthesis.arm(fault);
    const failed = await scene.say(long);
    await scene.answer(failed, '🔊');
    const next = await scene.say('And this is the next one.');
    await scene.answer(failed, '❌');
    await scene.answer(next, '✅');
  });
});

describe('a bot that is killed while it speaks', () => {
  it('says so in the answers and once on the panel when it is back, gives back what was not begun and the status, and speaks again', async () => {
    const { voiceStates, channels, roles } = discord;
    const { synthesis } = scene.stage.service;
    const status = () => voiceStates.statusOf(channels.voice);
    // Somebody who has read nothing else today.
    const asker = await scene.stage.person('newcomer');
    const seat = await joinVoice(discord, asker, channels.voice);
    // A killed bot may be gone from the channel by then, and from outside it takes this permission.
    discord.setPermissions(channels.voice, roles.bot, Bits.ManageChannels, 0n);
    voiceStates.setStatus(channels.voice, 'Film night');
    const tasksBefore = synthesis.tasks.length;
    const asked = [];
    for (const text of [long, 'Second.', 'Third, which is never begun.']) {
      const invoked = await scene.say(text, asker);
      // In line, and written down, before the process is killed.
      await scene.answer(invoked, 'character', asker);
      asked.push(invoked);
    }
    await scene.hears(begunPackets);
    // The next one is made while the first is heard; what was begun is paid for.
    await eventually(() => synthesis.tasks.length === tasksBefore + 2, 'the second text to be begun');
    // Answered after that was written down.
    await scene.answer(await asker.invoke(scene.channelId, ['speak', 'queue']), 'now', asker);
    await eventually(() => status()?.includes('Reading aloud') === true, 'the status of the bot');
    await scene.stage.crash();
    await eventually(() => status() === 'Film night', 'the status that people had set');
    for (const invoked of asked) await scene.answer(invoked, '♻️', asker);
    await scene.notice(/♻️ I restarted before finishing 3 texts/);
    const again = await scene.say('I am back.', asker);
    await scene.answer(again, '✅', asker);
    const left = 20_000 - long.length - 'Second.'.length - 'I am back.'.length;
    await scene.answer(again, `${left.toLocaleString('en-US')} of 20,000`, asker);
    await seat.leave();
    voiceStates.setStatus(channels.voice, null);
    discord.setPermissions(channels.voice, roles.bot, 0n, 0n);
  });
});

/** Behind all others: this bot is in no voice channel for minutes. */
describe('Discord takes no more connections for now (4021)', () => {
  it('the bot leaves, says why, and asks for none for minutes', async () => {
    const connections = () => discord.voice.record.of(scene.botId).ops.get(0) ?? 0;
    const before = connections();
    const invoked = await scene.say(long);
    await scene.hears(begunPackets);
    discord.voice.faults.close(4021, scene.botId);
    await scene.notice(/won't take more voice connections/);
    await scene.answer(invoked, '🚪');
    await scene.say(long);
    await scene.notice(/couldn't connect/);
    expect(connections()).toBe(before + 1);
  });
});
