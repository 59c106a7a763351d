import { once } from 'node:events';
import { Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { closeClient, createClient } from '../../../src/discord/client.ts';
import { LoginError, logIn } from '../../../src/discord/login.ts';
import { demoCommand } from '../../support/demo-commands.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';
import { startLiveBot } from '../../support/live-bot.ts';
import { ScriptedService } from '../../support/scripted-service.ts';

async function logInWith(token: string, apiUrl: string, signal?: AbortSignal): Promise<unknown> {
  const client = createClient({ apiUrl, log: silentLog });
  try {
    return await logIn(client, { token, apiUrl, ...(signal ? { signal } : {}) });
  } catch (error) {
    return error;
  } finally {
    await client.destroy();
  }
}

describe('logging in', () => {
  it('asks for intents that are not privileged only', async () => {
    await using bot = await startLiveBot();
    expect(bot.client.options.intents.toArray()).toEqual([
      'Guilds',
      'GuildVoiceStates',
      'GuildMessages',
      'DirectMessages',
    ]);
  });

  it('asks for what people write only when told to', async () => {
    const client = createClient({ apiUrl: 'http://127.0.0.1:9/api', log: silentLog, messageContent: true });
    expect(client.options.intents.toArray()).toContain('MessageContent');
    await client.destroy();
  });

  it('with a wrong token says what to do and does not show the token', async () => {
    const discord = await startDiscordSandbox();
    const error = await logInWith('not-the-token', discord.apiUrl);
    expect(error).toBeInstanceOf(LoginError);
    expect(String(error)).toMatch(/didn't accept DISCORD_TOKEN/);
    expect(String(error)).not.toContain('not-the-token');
    await discord.close();
  });

  it('where nobody listens says so', async () => {
    const error = await logInWith('token', `${await ScriptedService.addressOfNobody()}/api`);
    expect(error).toBeInstanceOf(LoginError);
    expect(String(error)).toMatch(/Can't reach Discord at http:\/\/127\.0\.0\.1:\d+\/api \(ECONNREFUSED\)/);
  });

  it('can be given up while Discord does not answer', async () => {
    const discord = await startDiscordSandbox();
    const held = discord.faults.arm({
      path: '/api/v10/gateway/bot',
      effect: { kind: 'hold', when: 'before' },
    });
    const stop = new AbortController();
    const attempt = logInWith(discord.botToken, discord.apiUrl, stop.signal);
    await held.reached;
    stop.abort(new Error('stopped'));
    expect(String(await attempt)).toContain('stopped');
    await discord.close();
  });
});

describe('a connection', () => {
  it('that drops is resumed, and what happened meanwhile is not lost', async () => {
    const ran: string[] = [];
    const command = demoCommand({
      run: async ({ interaction }) => {
        ran.push(interaction.id);
        await interaction.editReply('done');
      },
    });
    await using bot = await startLiveBot({ commands: [command] });
    const person = await bot.person();
    const resumed = once(bot.client, Events.ShardResume);
    bot.discord.gateway.dropAll('bot');
    const { id } = await person.invoke(bot.discord.channels.general, ['demo']);
    await resumed;
    await person.answerTo({ id, nonce: '' }, ({ content }) => content === 'done');
    expect(ran).toEqual([id]);
    expect(bot.recorded.lines).toContainEqual(expect.objectContaining({ msg: 'connection resumed' }));
  });

  it.each([
    [4004, 'the token', /DISCORD_TOKEN/],
    [4014, 'an intent, and where to switch it on', /Message Content Intent.*DISCORD_MESSAGE_CONTENT=off/],
  ])('that Discord closes for good (%i) is reported in words: %s', async (code, _, words) => {
    await using bot = await startLiveBot();
    const gone = once(bot.client, Events.ShardDisconnect);
    bot.discord.gateway.closeAll(code, 'bot');
    await gone;
    expect(bot.lost).toMatchObject([{ name: 'LoginError', message: expect.stringMatching(words) }]);
  });

  it('survives 429: the request is repeated, and the log says so', async () => {
    await using bot = await startLiveBot();
    bot.discord.faults.arm({
      method: 'POST',
      path: '/api/v10/channels/*/typing',
      effect: {
        kind: 'answer',
        when: 'before',
        status: 429,
        headers: { 'retry-after': '0.05', 'x-ratelimit-scope': 'shared' },
        body: { message: 'You are being rate limited.', retry_after: 0.05, global: false },
      },
    });
    await bot.client.rest.post(`/channels/${bot.discord.channels.general}/typing`);
    const statuses = bot.discord.faults.seen
      .filter(({ path }) => path.endsWith('/typing'))
      .map((seen) => seen.status);
    expect(statuses).toEqual([429, 204]);
    expect(bot.recorded.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        method: 'POST',
        waitMs: 50,
        msg: expect.stringContaining('429'),
      }),
    );
  });
});

it('letting go of Discord is not a connection that was lost', async () => {
  await using bot = await startLiveBot();
  await closeClient(bot.client);
  expect(bot.recorded.lines.map(({ msg }) => msg)).not.toContain('connection lost, reconnecting');
});

it('errors of the client end in the log', () => {
  const { log, lines } = recordingLog();
  const client = createClient({ apiUrl: 'http://127.0.0.1:1/api', log });
  client.emit(Events.Error, new Error('boom'));
  expect(lines).toMatchObject([{ level: 'error', err: { message: 'boom' } }]);
});
