import type { APIMessage } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import type { SandboxPerson } from '../../../sandbox/test/support/sandbox-person.ts';
import { DirectMessages } from '../../../src/discord/direct-messages.ts';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

describe('somebody who writes to the bot in private', () => {
  let bot: LiveBot;
  let member: SandboxPerson;
  let clock: FakeClock;
  let desk: DirectMessages;
  let direct: string;

  beforeEach(async () => {
    bot = await startLiveBot();
    member = await bot.person();
    clock = new FakeClock();
    desk = new DirectMessages({
      client: bot.client,
      messenger: new RestMessenger(bot.client, Date.now),
      wordsFor: (written) => wordsFor(written.includes('你') ? 'zh-CN' : 'en-US'),
      clock,
      log: bot.recorded.log,
    });
    desk.open();
    const { body } = await member.rest('POST', '/users/@me/channels', {
      recipient_id: bot.discord.botUserId,
    });
    direct = (body as { readonly id: string }).id;
  });
  afterEach(async () => {
    await desk.close();
    await bot[Symbol.asyncDispose]();
  });

  /** Resolves when the bot has dealt with it. */
  const write = async (channelId: string, content: string) => {
    const heard = new Set<string>();
    const onMessage = ({ id }: { readonly id: string }) => heard.add(id);
    bot.client.on('messageCreate', onMessage);
    const { id } = await member.send(channelId, content);
    await eventually(() => heard.has(id), 'the message');
    bot.client.off('messageCreate', onMessage);
  };
  const answers = () =>
    [...member.messages.values()].filter(({ author }) => author.id === bot.discord.botUserId);
  const textOf = ({ components }: APIMessage) => JSON.stringify(components);
  const answered = async (count: number) =>
    await eventually(() => answers().length === count, `${count} answers`);

  it('is told where the bot works, in their language, once an hour', async () => {
    await write(direct, '你好');
    await answered(1);
    expect(answers()[0]?.channel_id).toBe(direct);
    expect(textOf(answers()[0] as APIMessage)).toContain(wordsFor('zh-CN').errors.inPrivate);
    await write(direct, `<@${bot.discord.botUserId}> are you there?`);
    await clock.advance(60 * 60_000);
    await write(direct, 'hello again');
    await answered(2);
    expect(textOf(answers()[1] as APIMessage)).toContain('I only work in servers');
  });

  it('is told nothing in a server, nor once the desk is closed', async () => {
    await write(bot.discord.channels.general, 'just talking');
    await desk.close();
    await write(direct, 'hello?');
    await write(direct, 'is anybody there?');
    expect(answers()).toEqual([]);
  });
});
