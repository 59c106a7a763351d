import { startConsole } from '../../sandbox/console/server.ts';
import { startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { openVoicePage } from '../../sandbox/test/support/browser-voice.ts';
import { babble } from '../../sandbox/test/support/opus-babble.ts';
import { takePicture } from './picture.ts';

/** `node docs/pictures/voice.ts`: two people talk in a voice channel, in real browsers. */
const microphone = { sampleRateHz: 48_000, samples: babble(3000, 48_000, 7) };

await using opened = new AsyncDisposableStack();
const discord = opened.adopt(await startDiscordSandbox(), (it) => it.close());
const served = opened.adopt(await startConsole({ discordUrl: discord.baseUrl }), (it) => it.close());
const channelId = discord.channels.voice;
const other = opened.use(
  await openVoicePage({ url: served.url, person: 'owner', channelId, microphone, colorScheme: 'dark' }),
);
const seen = opened.use(await openVoicePage({ url: served.url, person: 'member', channelId, microphone }));
await other.join();
await seen.join();
await seen.page.getByRole('textbox', { name: 'Message #Lounge' }).fill('Can everybody hear me?');
await seen.page.keyboard.press('Enter');
await seen.page.locator('[data-message-id]').filter({ hasText: 'Can everybody' }).waitFor();
await seen.page.locator('.voice-place [aria-label="Owner, speaking"]').waitFor();
await takePicture(seen.page, 'voice.png');
