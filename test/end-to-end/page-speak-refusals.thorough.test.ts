import { PermissionFlagsBits } from 'discord.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { openSpeakPage, type SpeakPage } from '../support/browser-speak.ts';

/** Each look at the page takes time of the page, which is busy with sound. */
const patience = { timeout: 90_000, interval: 250 };

describe.skipIf(skipsWithout('chromium', 'refusals of /speak on the page'))(
  'a member on the page who could not hear it',
  () => {
    let seen: SpeakPage;

    beforeAll(async () => {
      seen = await openSpeakPage({ person: 'member' });
      return async () => await seen[Symbol.asyncDispose]();
    });

    const privately = (text: string | RegExp) =>
      seen
        .message(text)
        .last()
        .getByText(/^(Only you can see this|只有你能看到)/)
        .waitFor(patience);
    const withoutPermission = async (bit: bigint, act: () => Promise<void>) => {
      const { discord } = seen.stage;
      discord.setPermissions(discord.channels.voice, discord.botUserId, 0n, bit);
      try {
        await act();
      } finally {
        discord.setPermissions(discord.channels.voice, discord.botUserId, 0n, 0n);
      }
    };
    const nothingWasMade = () => expect(seen.stage.service.synthesis.tasks).toEqual([]);

    it('is told to join a voice channel first', async () => {
      await seen.run('speak say', { text: 'Hello.' });
      await privately('Join a voice channel first');
      nothingWasMade();
    });

    it.each([
      ['Connect', PermissionFlagsBits.Connect],
      ['Speak', PermissionFlagsBits.Speak],
    ])('reads by its name that the bot lacks %s', async (name, bit) => {
      if ((await seen.page.getByText('Voice connected').count()) === 0) await seen.voice.join();
      await withoutPermission(bit, async () => {
        await seen.run('speak say', { text: 'Hello.' });
        await privately(new RegExp(`I need ${name} in .*Lounge`));
      });
      nothingWasMade();
    });

    it('is told what is wrong in Chinese, when that is the language of the page', async () => {
      const switchLanguage = () => seen.page.getByRole('button', { name: /^(Language|语言)/ }).press('Enter');
      await switchLanguage();
      try {
        await withoutPermission(PermissionFlagsBits.Speak, async () => {
          await seen.run('speak say', { text: '你好。' });
          await privately(/Lounge.*说话.*权限/s);
        });
      } finally {
        await switchLanguage();
      }
      nothingWasMade();
    });

    it('is reminded that they are deafened, while it is said to the others', async () => {
      const { page } = seen;
      await page.getByRole('button', { name: 'Deafen', exact: true }).first().click();
      await expect
        .poll(() => seen.voice.person('Member').getAttribute('aria-label'), patience)
        .toContain('deafened');
      await seen.run('speak say', { text: 'Nobody with covered ears hears this.' });
      await privately("You're deafened, so you won't hear it.");
      await seen.answer('✅ Read').waitFor(patience);
      await page.getByRole('button', { name: 'Undeafen', exact: true }).first().click();
    });

    it('sees why there is silence: the bot is muted by the server, and goes on when it no longer is', async () => {
      const { voiceStates, guildId, botUserId } = seen.stage.discord;
      const text = 'This sentence is interrupted by a moderator, and it is said to its end after that.';
      await seen.run('speak say', { text });
      await seen.answer('🔊 Reading it now').waitFor(patience);
      voiceStates.setServerMute(guildId, botUserId, true);
      await seen.answer("I'm server-muted").waitFor(patience);
      await seen.panel.filter({ hasText: "I'm server-muted" }).waitFor(patience);
      voiceStates.setServerMute(guildId, botUserId, false);
      await seen.answer('✅ Read').last().waitFor(patience);
    });
  },
);
