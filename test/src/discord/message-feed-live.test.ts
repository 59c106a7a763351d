import { Events } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { assertNothingOdd } from '../../../sandbox/test/support/nothing-odd.ts';
import { SandboxPerson } from '../../../sandbox/test/support/sandbox-person.ts';
import { createClient } from '../../../src/discord/client.ts';
import { logIn } from '../../../src/discord/login.ts';
import { ClientMessageFeed } from '../../../src/discord/message-feed.ts';
import { recordingLog } from '../../support/fake-log.ts';

it('what people write arrives, once also when a resumed session delivers it again', async () => {
  const discord = await startDiscordSandbox({ privilegedIntents: ['MessageContent'] });
  const { log } = recordingLog();
  const client = createClient({ apiUrl: discord.apiUrl, log, messageContent: true });
  onTestFinished(async () => {
    await client.destroy();
    await discord.close();
    assertNothingOdd(discord);
  });
  await logIn(client, { token: discord.botToken, apiUrl: discord.apiUrl });
  const ids: string[] = [];
  const stop = new ClientMessageFeed(client, log).onMessage(({ id }) => ids.push(id));
  const member = await SandboxPerson.connect(discord, discord.people.member);
  onTestFinished(() => member.disconnect());
  client.once(Events.MessageCreate, (message) => client.emit(Events.MessageCreate, message));
  const { general } = discord.channels;
  const sent = [await member.send(general, 'once'), await member.send(general, 'last')].map(({ id }) => id);
  await eventually(() => ids.at(-1) === sent.at(-1), 'the last message');
  expect(ids).toEqual(sent);
  stop();
});
