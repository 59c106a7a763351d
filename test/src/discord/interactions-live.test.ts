import { once } from 'node:events';
import {
  ButtonStyle,
  ComponentType,
  Events,
  InteractionType,
  MessageFlags,
  PermissionFlagsBits,
  TextInputStyle,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../sandbox/faults.ts';
import type { SandboxPerson } from '../../../sandbox/test/support/sandbox-person.ts';
import type { ButtonRoute, ChatCommand, ModalRoute } from '../../../src/discord/command.ts';
import { botMay } from '../../../src/discord/guards.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { demoCommand } from '../../support/demo-commands.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

const done: ChatCommand['run'] = async ({ interaction }) => {
  await interaction.editReply('done');
};
const isPrivate = (message: { flags?: number | undefined }) =>
  ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
const messagesIn = (bot: LiveBot, channelId: string) => bot.discord.state.messages(channelId);

/** A button of a message that an earlier run of the bot could have posted. */
async function postedButton(bot: LiveBot, person: SandboxPerson, customId: string) {
  const channel = bot.client.channels.cache.get(bot.discord.channels.general);
  if (!channel?.isSendable()) throw new Error('there is no channel to post to');
  const { id } = await channel.send({
    content: 'earlier',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.Button, style: ButtonStyle.Primary, label: 'Press', customId }],
      },
    ],
  });
  return person.untilMessage((message) => message.id === id);
}

describe('a command', () => {
  it('is deferred and then answered, for everybody', async () => {
    await using bot = await startLiveBot({ commands: [demoCommand({ run: done })] });
    const person = await bot.person();
    const invoked = await person.invoke(bot.discord.channels.general, ['demo']);
    const answer = await person.answerTo(invoked, ({ content }) => content === 'done');
    expect(isPrivate(answer)).toBe(false);
  });

  it('that fails leaves nothing public and tells the one person why', async () => {
    const run = async () => Promise.reject(new Refusal({ code: 'prompt-empty' }));
    await using bot = await startLiveBot({ commands: [demoCommand({ run })] });
    const [person, other] = [await bot.person('member'), await bot.person('newcomer')];
    const before = messagesIn(bot, bot.discord.channels.general).length;
    await person.invoke(bot.discord.channels.general, ['demo']);
    const told = await person.untilMessage(({ content }) => content.includes('The prompt is empty'));
    expect(isPrivate(told)).toBe(true);
    expect(messagesIn(bot, bot.discord.channels.general)).toHaveLength(before + 1);
    expect([...other.messages.values()].filter(({ content }) => content.includes('prompt'))).toEqual([]);
  });

  it('that breaks shows a reference under which the log holds the rest', async () => {
    const run = async () => Promise.reject(new Error('inner workings'));
    await using bot = await startLiveBot({ commands: [demoCommand({ run })] });
    const person = await bot.person();
    await person.invoke(bot.discord.channels.general, ['demo']);
    const told = await person.untilMessage(({ content }) => content.includes('went wrong'));
    expect(told.content).not.toContain('inner workings');
    const reference = /Reference (\S+)/.exec(told.content)?.[1];
    expect(bot.recorded.lines).toContainEqual(
      expect.objectContaining({
        reference,
        level: 'error',
        err: expect.objectContaining({ message: 'inner workings' }),
      }),
    );
  });

  it('is refused where the bot may not post, before it is run', async () => {
    const ran: string[] = [];
    const run = async () => void ran.push('ran');
    const guards = [botMay('ViewChannel', 'SendMessages')];
    await using bot = await startLiveBot({ commands: [demoCommand({ guards, run })] });
    const person = await bot.person();
    await person.invoke(bot.discord.channels.locked, ['demo']);
    const told = await person.untilMessage(({ content }) => content.includes('Send Messages'));
    expect(isPrivate(told)).toBe(true);
    expect(ran).toEqual([]);
  });

  it('in a thread needs the permission for threads', async () => {
    const guards = [botMay('SendMessages')];
    await using bot = await startLiveBot({ commands: [demoCommand({ guards, run: done })] });
    const person = await bot.person();
    const { thread, general } = bot.discord.channels;
    const allowed = await person.invoke(thread, ['demo']);
    await person.answerTo(allowed, ({ content }) => content === 'done');
    bot.discord.setPermissions(general, bot.discord.roles.bot, 0n, PermissionFlagsBits.SendMessagesInThreads);
    await person.invoke(thread, ['demo']);
    await person.untilMessage(({ content }) => content.includes('Send Messages in Threads'));
  });

  it('delivered twice is run once', async () => {
    const ran: string[] = [];
    const run: ChatCommand['run'] = async (call) => {
      ran.push(call.interaction.id);
      await done(call);
    };
    await using bot = await startLiveBot({ commands: [demoCommand({ run })] });
    const person = await bot.person();
    const invoked = await person.invoke(bot.discord.channels.general, ['demo']);
    await person.answerTo(invoked, ({ content }) => content === 'done');
    const again = once(bot.client, Events.InteractionCreate);
    bot.discord.gateway.redeliver('INTERACTION_CREATE');
    await again;
    expect(ran).toEqual([invoked.id]);
    expect(bot.recorded.lines).toContainEqual(
      expect.objectContaining({ msg: 'ignored a repeated delivery' }),
    );
  });

  it('of another release is answered', async () => {
    await using bot = await startLiveBot({ commands: [demoCommand({ run: done })] });
    const person = await bot.person();
    bot.discord.injectInteraction({
      userId: bot.discord.people.member.id,
      channelId: bot.discord.channels.general,
      data: { id: '1324000000000009999', type: 1, name: 'removed' },
    });
    const told = await person.untilMessage(({ content }) => content.includes('has been removed'));
    expect(isPrivate(told)).toBe(true);
  });

  it('whose deferral comes too late is not run', async () => {
    const ran: string[] = [];
    const command = demoCommand({ run: async () => void ran.push('ran') });
    await using bot = await startLiveBot({ commands: [command] });
    bot.discord.faults.arm({
      method: 'POST',
      path: '/api/v10/interactions/*/*/callback',
      effect: {
        kind: 'answer',
        when: 'before',
        status: 404,
        body: { code: 10062, message: 'Unknown interaction' },
      },
    });
    const person = await bot.person();
    const handled = once(bot.client, Events.InteractionCreate);
    await person.invoke(bot.discord.channels.general, ['demo']);
    await handled;
    await bot.dispatcher.close();
    expect(ran).toEqual([]);
    expect(bot.recorded.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', err: expect.objectContaining({ code: 10062 }) }),
    );
  });

  it.each<[string, FaultEffect]>([
    ['was lost', { kind: 'drop', when: 'after' }],
    ['was an error of its own', { kind: 'answer', when: 'after', status: 502, body: 'Bad gateway' }],
  ])("whose deferral arrived although Discord's answer %s is run once", async (_, effect) => {
    const ran: string[] = [];
    const run: ChatCommand['run'] = async (call) => {
      ran.push(call.interaction.id);
      await done(call);
    };
    await using bot = await startLiveBot({ commands: [demoCommand({ run })] });
    const callback = { method: 'POST', path: '/api/v10/interactions/*/*/callback' };
    bot.discord.faults.arm({ ...callback, effect });
    const person = await bot.person();
    const invoked = await person.invoke(bot.discord.channels.general, ['demo']);
    await person.answerTo(invoked, ({ content }) => content === 'done');
    expect(ran).toEqual([invoked.id]);
  });

  it('after shutdown began is refused; one that had begun is finished', async () => {
    const gate = Promise.withResolvers<void>();
    const run: ChatCommand['run'] = async (call) => {
      await gate.promise;
      await done(call);
    };
    await using bot = await startLiveBot({ commands: [demoCommand({ run })] });
    const person = await bot.person();
    const { general } = bot.discord.channels;
    const first = await person.invoke(general, ['demo']);
    await person.untilMessage(({ interaction_metadata }) => interaction_metadata?.id === first.id);
    const closing = bot.dispatcher.close();
    await person.invoke(general, ['demo']);
    await person.untilMessage(({ content }) => content.includes('restarting'));
    gate.resolve();
    await closing;
    await person.answerTo(first, ({ content }) => content === 'done');
  });
});

describe('a button from before a restart', () => {
  const button = (over: Partial<ButtonRoute> = {}): ButtonRoute => ({
    feature: 'demo',
    action: 'press',
    acknowledge: 'private',
    run: async ({ interaction, id }) => {
      await interaction.editReply(`pressed ${id}`);
    },
    ...over,
  });

  it('works, by what stands in its custom_id', async () => {
    await using bot = await startLiveBot({ buttons: [button()] });
    const person = await bot.person();
    await person.click(await postedButton(bot, person, 'demo:press:job-7'), 'Press');
    const told = await person.untilMessage(({ content }) => content === 'pressed job-7');
    expect(isPrivate(told)).toBe(true);
  });

  it.each(['demo:gone:1', 'something else'])(
    'that nobody knows any more is said to have expired: %s',
    async (id) => {
      await using bot = await startLiveBot({ buttons: [button()] });
      const person = await bot.person();
      await person.click(await postedButton(bot, person, id), 'Press');
      const told = await person.untilMessage(({ content }) => content.includes('has expired'));
      expect(isPrivate(told)).toBe(true);
    },
  );

  it('that fails leaves its message as it is', async () => {
    const run = async () => Promise.reject(new Refusal({ code: 'not-yours', anyOf: ['ManageMessages'] }));
    await using bot = await startLiveBot({ buttons: [button({ acknowledge: 'update', run })] });
    const person = await bot.person();
    const message = await postedButton(bot, person, 'demo:press:1');
    await person.click(message, 'Press');
    const told = await person.untilMessage(({ content }) => content.includes('Only the person who asked'));
    expect(isPrivate(told)).toBe(true);
    expect(bot.discord.state.message(message.channel_id, message.id)).toMatchObject({ content: 'earlier' });
  });

  it('can open a modal, which finds its way back', async () => {
    const open = button({
      acknowledge: 'none',
      run: async ({ interaction, id }) => {
        await interaction.showModal({
          custom_id: `demo:fill:${id}`,
          title: 'Fill in',
          components: [
            {
              type: ComponentType.Label,
              label: 'Text',
              component: { type: ComponentType.TextInput, custom_id: 'text', style: TextInputStyle.Short },
            },
          ],
        });
      },
    });
    const fill: ModalRoute = {
      feature: 'demo',
      action: 'fill',
      reply: 'public',
      run: async ({ interaction, id }) => {
        await interaction.editReply(`${id}: ${interaction.fields.getTextInputValue('text')}`);
      },
    };
    await using bot = await startLiveBot({ buttons: [open], modals: [fill] });
    const person = await bot.person();
    const clicked = await person.click(await postedButton(bot, person, 'demo:press:job-7'), 'Press');
    await person.submitModal(await person.modalFor(clicked), { text: 'hello' });
    await person.untilMessage(({ content }) => content === 'job-7: hello');
  });
});

describe('autocomplete', () => {
  const command = (autocomplete: ChatCommand['autocomplete']) =>
    demoCommand({
      options: [{ kind: 'string', name: 'voice', autocomplete: true }],
      ...(autocomplete ? { autocomplete } : {}),
    });

  it('offers what the feature suggests', async () => {
    const suggest: ChatCommand['autocomplete'] = async ({ focused }) => [
      { value: 'cherry', label: `Cherry for ${focused.name} ${focused.value}` },
    ];
    await using bot = await startLiveBot({ commands: [command(suggest)] });
    const person = await bot.person();
    expect(
      await person.autocomplete(bot.discord.channels.general, ['demo'], 'voice', { voice: 'ch' }),
    ).toMatchObject([{ name: 'Cherry for voice ch', value: 'cherry' }]);
  });

  it.each([
    ['a number', 7, '7'],
    ['no text at all', true, ''],
  ])('takes %s that a hand-made client typed', async (_, value, typed) => {
    const suggest: ChatCommand['autocomplete'] = async ({ focused }) => [
      { value: 'cherry', label: `Cherry for (${focused.value})` },
    ];
    await using bot = await startLiveBot({ commands: [command(suggest)] });
    const person = await bot.person();
    expect(
      await person.autocomplete(bot.discord.channels.general, ['demo'], 'voice', { voice: value }),
    ).toMatchObject([{ name: `Cherry for (${typed})` }]);
  });

  it('that fails offers nothing', async () => {
    await using bot = await startLiveBot({
      commands: [command(async () => Promise.reject(new Error('boom')))],
    });
    const person = await bot.person();
    expect(await person.autocomplete(bot.discord.channels.general, ['demo'], 'voice', { voice: '' })).toEqual(
      [],
    );
  });
});

it('an interaction of a kind that nobody deals with is answered', async () => {
  await using bot = await startLiveBot({});
  const person = await bot.person();
  const message = await postedButton(bot, person, 'demo:press:1');
  bot.discord.injectInteraction({
    type: InteractionType.MessageComponent,
    userId: person.id,
    channelId: message.channel_id,
    messageId: message.id,
    data: { component_type: ComponentType.StringSelect, custom_id: 'demo:press:1', values: ['a'] },
  });
  await person.untilMessage(({ content }) => content.includes('has expired'));
});
