import { GatewayIntentBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Console, startConsole } from '../../console/server.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { compareSound, type Likeness, type Sound } from '../support/audio-compare.ts';
import { openVoicePage, type VoicePage, type VoicePageOptions } from '../support/browser-voice.ts';
import { skipsWithout } from '../support/needs.ts';
import { babble } from '../support/opus-babble.ts';
import { connectBot } from '../support/sandbox-bot.ts';
import { SandboxPerson } from '../support/sandbox-person.ts';
import { amplitudeOf, tone } from '../support/tones.ts';
import { joinVoice } from '../support/voice-person.ts';

/** What is said and what is silent lasts longer than that. */
const patience = { timeout: 90_000, interval: 250 };
const [low, high] = [440, 1250];
/** Of a tone of 12,000: Opus changes it by a few percent. */
const clearly = 8000;
const hardly = 400;

const sentence: Sound = { sampleRateHz: 48_000, samples: babble(1800, 48_000, 7) };
const around = 38_400;
const withPauses = { ...sentence, samples: new Int16Array(sentence.samples.length + 2 * around) };
withPauses.samples.set(sentence.samples, around);

let discord: DiscordSandbox;
let served: Console;

const open = (person: string, more: Pick<VoicePageOptions, 'microphone' | 'allowsMicrophone'>) =>
  openVoicePage({ url: served.url, person, channelId: discord.channels.voice, ...more });
const chirps = (frequencyHz: number) => tone(frequencyHz, { onMs: 600, offMs: 800 });
const label = (page: VoicePage, name: string) => page.person(name).getAttribute('aria-label');

/** Until a person has spoken and stopped, as a page shows it. */
async function ringOf(page: VoicePage, name: string): Promise<void> {
  await expect.poll(() => label(page, name), patience).toBe(`${name}, speaking`);
  await expect.poll(() => label(page, name), patience).toBe(name);
}

/** Until a page has heard the tone of a person. Saving what was heard is work that would tear what is still being played. */
async function hears(page: VoicePage, name: string, frequencyHz: number): Promise<void> {
  const amplitude = async () => {
    await ringOf(page, name);
    return amplitudeOf(await page.heard(), frequencyHz);
  };
  await expect.poll(amplitude, patience).toBeGreaterThan(clearly);
}

describe.skipIf(skipsWithout('chromium', 'voice on the chat page'))('voice on the page', () => {
  beforeAll(async () => {
    discord = await startDiscordSandbox();
    served = await startConsole({ discordUrl: discord.baseUrl });
  });

  afterAll(async () => {
    await served?.close();
    await discord?.close();
  });

  describe('of two people with microphones', () => {
    let member: VoicePage;
    let owner: VoicePage;

    beforeAll(async () => {
      member = await open('member', { microphone: chirps(low) });
      owner = await open('owner', { microphone: chirps(high) });
      await member.join();
      await owner.join();
    });

    afterAll(async () => {
      await member?.[Symbol.asyncDispose]();
      await owner?.[Symbol.asyncDispose]();
    });

    test('lets each hear the other, and not themselves', async () => {
      await hears(owner, 'Member', low);
      await hears(member, 'Owner', high);
      expect(amplitudeOf(await owner.heard(), high)).toBeLessThan(hardly);
      expect(amplitudeOf(await member.heard(), low)).toBeLessThan(hardly);
    });

    test('shows both in the channel, ringing while they speak and only then', async () => {
      const rings = (page: VoicePage) => ['Member', 'Owner'].map((name) => ringOf(page, name));
      await Promise.all([member, owner].flatMap(rings));
    });

    test('shows how loud the microphone is, and what is heard', async () => {
      const swings = async (meter: Parameters<VoicePage['level']>[0]) => {
        await expect.poll(() => member.level(meter), patience).toBeGreaterThan(50);
        await expect.poll(() => member.level(meter), patience).toBe(0);
      };
      await Promise.all([swings('Microphone level'), swings('Level of what you hear')]);
    });

    test('is encrypted from end to end', () => {
      for (const { id } of [discord.people.member, discord.people.owner]) {
        const { unencryptedFrames, packets } = discord.voice.record.of(id);
        expect(unencryptedFrames).toBe(0);
        expect(packets.some((packet) => packet.endToEndEncrypted)).toBe(true);
      }
    });

    test('tells everybody who has muted, and sends nothing of theirs', async () => {
      const sent = () => discord.voice.record.of(discord.people.member.id).received;
      await member.page.getByRole('button', { name: 'Mute', exact: true }).first().click();
      await expect.poll(() => label(owner, 'Member'), patience).toBe('Member, muted');
      expect(await member.level('Microphone level')).toBe(0);
      await ringOf(owner, 'Owner');
      const before = sent();
      await ringOf(owner, 'Owner');
      expect(sent()).toBe(before);
      await member.page.getByRole('button', { name: 'Unmute', exact: true }).first().click();
      await expect.poll(() => label(owner, 'Member'), patience).toBe('Member, speaking');
    });

    test('is silent for a person who has deafened, and everybody sees it', async () => {
      await owner.page.getByRole('button', { name: 'Deafen', exact: true }).first().click();
      await expect.poll(() => label(member, 'Owner'), patience).toBe('Owner, muted, deafened');
      await expect.poll(() => owner.level('Level of what you hear'), patience).toBe(0);
      await expect.poll(() => label(owner, 'Member'), patience).not.toContain('speaking');
      await owner.page.getByRole('button', { name: 'Undeafen', exact: true }).first().click();
      await expect.poll(() => owner.level('Level of what you hear'), patience).toBeGreaterThan(50);
    });

    test('goes on over a gateway connection that is lost and resumed', async () => {
      const before = discord.voice.record.of(discord.people.member.id).received;
      discord.gateway.dropAll('people');
      await expect
        .poll(() => discord.voice.record.of(discord.people.member.id).received, patience)
        .toBeGreaterThan(before + 50);
      await member.page.getByText('Voice connected').waitFor();
    });

    test.each([
      ['a session of the gateway that is over', () => discord.gateway.invalidateSessions(false, 'people')],
      ['a voice connection that the server ends', () => discord.voice.faults.close(4006)],
      ['a voice connection that breaks', () => discord.voice.faults.drop()],
    ])('goes on after %s', async (_what, fault) => {
      fault();
      discord.voice.record.clear();
      for (const { id } of [discord.people.member, discord.people.owner]) {
        const sound = () => discord.voice.record.of(id);
        await expect.poll(() => sound().received, patience).toBeGreaterThan(50);
        await expect.poll(() => sound().delivered, patience).toBeGreaterThan(50);
        expect(sound().unencryptedFrames).toBe(0);
      }
      for (const page of [member, owner]) await page.page.getByText('Voice connected').waitFor();
    });

    test('complains about nothing, and asks for nothing that Discord does not have', () => {
      expect([...member.complaints, ...owner.complaints]).toEqual([]);
      expect(discord.unknownRoutes).toEqual([]);
    });

    test('ends by leaving, for everybody to see', async () => {
      await member.page.getByRole('button', { name: 'Disconnect', exact: true }).first().click();
      await member.page.getByRole('button', { name: 'Join with microphone' }).waitFor();
      await owner.person('Member').waitFor({ state: 'detached' });
      await expect
        .poll(() => discord.voice.connected(discord.channels.voice))
        .toEqual([discord.people.owner.id]);
    });
  });

  describe('of somebody without a microphone', () => {
    let listener: VoicePage;

    beforeAll(async () => {
      listener = await open('newcomer', { microphone: withPauses, allowsMicrophone: false });
      await listener.join();
      return async () => await listener[Symbol.asyncDispose]();
    });

    test('shows the status line of a channel, in the list and above its messages', async () => {
      await using owner = await SandboxPerson.connect(discord, discord.people.owner);
      const status = (text: string | null) =>
        owner.rest('PUT', `/channels/${discord.channels.voice}/voice-status`, { status: text });
      await status('Reading aloud');
      await expect.poll(() => listener.page.getByText('Reading aloud').count(), patience).toBe(2);
      await status(null);
      await expect.poll(() => listener.page.getByText('Reading aloud').count(), patience).toBe(0);
    });

    test('tells bots from people', async () => {
      const bot = await connectBot(discord, [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates]);
      const seat = { guild_id: discord.guildId, channel_id: discord.channels.voice };
      bot.ws.shards.first()?.send({ op: 4, d: { ...seat, self_mute: false, self_deaf: true } });
      await expect.poll(() => label(listener, 'emcee'), patience).toBe('emcee, bot, deafened');
      expect(await listener.person('emcee').textContent()).toMatch(/emcee\s+Bot/);
      await bot.destroy();
    });

    test('keeps the messages of a voice channel within reach', async () => {
      const { page } = listener;
      await page.getByRole('textbox', { name: 'Message #Lounge' }).fill('can you hear me?');
      await page.keyboard.press('Enter');
      await page.locator('[data-message-id]').filter({ hasText: 'can you hear me?' }).waitFor();
    });

    test('without the microphone joins to listen, and says why nobody hears', async () => {
      await listener.page.getByRole('alert').getByText("The microphone isn't allowed").waitFor();
      expect(await label(listener, 'Newcomer')).toBe('Newcomer, muted');
      expect(discord.voice.connected(discord.channels.voice)).toContain(discord.people.newcomer.id);
    });

    describe('a sentence', () => {
      const tries = 20;
      /**
       * Of the first utterance that came whole, or of the last: while one is spoken nothing else is done here, but a machine
       * that is busy otherwise may still tear some.
       */
      const heardBy = async (page: VoicePage, utterance: () => Promise<void>): Promise<Likeness> => {
        let triedMs = 0;
        for (let left = tries; ; left -= 1) {
          await utterance();
          const { samples } = await page.heard(triedMs);
          triedMs = performance.now();
          const likeness = compareSound(sentence, { sampleRateHz: 48_000, samples });
          if (isWhole(likeness) || left === 1) return likeness;
        }
      };
      const isWhole = ({ correlation, missingHeadMs, missingTailMs }: Likeness) =>
        correlation > 0.9 && missingHeadMs === 0 && missingTailMs === 0;
      const expectWhole = ({ correlation, missingHeadMs, missingTailMs }: Likeness) => {
        expect(correlation).toBeGreaterThan(0.9);
        expect({ missingHeadMs, missingTailMs }).toEqual({ missingHeadMs: 0, missingTailMs: 0 });
      };

      test('spoken into a microphone arrives whole', async () => {
        await using speaker = await open('member', { microphone: withPauses });
        await speaker.join();
        expectWhole(await heardBy(listener, () => ringOf(listener, 'Member')));
      });

      test('spoken by a program arrives whole', async () => {
        await using person = await SandboxPerson.connect(discord, discord.people.member);
        const speaker = await joinVoice(discord, person, discord.channels.voice);
        expectWhole(await heardBy(listener, () => speaker.speakPcm(withPauses.samples, 48_000)));
        await speaker.leave();
      });
    });
  });

  describe('of a moderator', () => {
    let moderator: VoicePage;
    let member: VoicePage;

    beforeAll(async () => {
      moderator = await open('moderator', { microphone: chirps(high) });
      member = await open('member', { microphone: chirps(low) });
      await member.join();
    });

    afterAll(async () => {
      await moderator?.[Symbol.asyncDispose]();
      await member?.[Symbol.asyncDispose]();
    });

    const choose = (name: string) => moderator.page.getByRole('menuitem', { name }).click();
    const chooseForMember = async (name: string) => {
      await moderator.person('Member').click();
      await choose(name);
    };

    test('has nothing for moderators in the menus of others', async () => {
      await member.person('Member').click();
      await member.page.getByRole('menuitem', { name: 'Copy user ID' }).waitFor();
      expect(await member.page.getByRole('menuitem', { name: 'Server mute' }).count()).toBe(0);
      expect(await member.page.getByRole('menuitem', { name: 'Disconnect' }).count()).toBe(0);
      await member.page.keyboard.press('Escape');
    });

    test('mutes and deafens, which the person is told', async () => {
      await chooseForMember('Server mute');
      await member.page.getByText('A moderator has muted you.').waitFor();
      await expect.poll(() => label(member, 'Member'), patience).toBe('Member, muted by a moderator');
      await chooseForMember('Server deafen');
      await member.page.getByText('A moderator has deafened you.').waitFor();
      for (const undo of ['Remove server mute', 'Remove server deafen']) await chooseForMember(undo);
      await expect.poll(() => label(moderator, 'Member'), patience).toBe('Member');
    });

    test('disconnects somebody, who is told', async () => {
      await chooseForMember('Disconnect');
      await member.page.getByText('You were disconnected from Lounge.').waitFor();
      await member.page.getByRole('button', { name: 'Join with microphone' }).waitFor();
      await member.join();
    });

    test('moves somebody, whose call goes on there', async () => {
      await chooseForMember('Move to');
      await choose('Workshop');
      await member.page.getByText('You were moved to Workshop.').waitFor();
      await expect
        .poll(() => discord.voice.connected(discord.channels.workshop), patience)
        .toEqual([discord.people.member.id]);
      await member.page.getByText('Voice connected').waitFor();
    });

    test('on a stage begins in the audience; a hand is raised, and a moderator lets speak', async () => {
      for (const { page } of [moderator, member])
        await page.getByRole('button', { name: /^Town hall/ }).click();
      await moderator.join();
      await moderator.page.getByRole('button', { name: 'Become a speaker' }).click();
      await moderator.page.getByRole('list', { name: 'Speakers' }).getByRole('button').waitFor();
      await member.join();
      await member.page.getByText("You can listen here, but you can't speak.").waitFor();
      await member.page.getByRole('button', { name: 'Raise your hand' }).click();
      await expect.poll(() => label(moderator, 'Member'), patience).toBe("Member, can't speak, hand raised");
      await chooseForMember('Invite to speak');
      await expect
        .poll(() => moderator.page.getByRole('list', { name: 'Speakers' }).getByRole('button').count())
        .toBe(2);
      await hears(moderator, 'Member', low);
    });
  });
});
