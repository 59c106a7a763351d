import { once } from 'node:events';
import { ComponentType, Events, InteractionType, PermissionFlagsBits, TextInputStyle } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../sandbox/faults.ts';
import type { ButtonRoute, ChatCommand, ModalRoute } from '../../../src/discord/command.ts';
import { botMay } from '../../../src/discord/guards.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { demoCommand } from '../../support/demo-commands.ts';
import { isPrivate, pressButton, startLiveScene } from '../../support/live-scene.ts';

const done: ChatCommand['run'] = async ({ interaction }) => {
  await interaction.editReply('done');
};

/** The same, and who has run it so far. */
function recorded() {
  const ran: string[] = [];
  const run: ChatCommand['run'] = async (call) => {
    ran.push(call.interaction.id);
    await done(call);
  };
  return { ran, commands: [demoCommand({ run })] };
}

describe('a command', () => {
  it('is deferred and then answered, for everybody', async () => {
    await using scene = await startLiveScene({ commands: [demoCommand({ run: done })] });
    const { person, general } = scene;
    const invoked = await person.invoke(general, ['demo']);
    const answer = await person.answerTo(invoked, ({ content }) => content === 'done');
    expect(isPrivate(answer)).toBe(false);
  });

  it('that fails leaves nothing public and tells the one person why', async () => {
    const run = async () => Promise.reject(new Refusal({ code: 'prompt-empty' }));
    await using scene = await startLiveScene({ commands: [demoCommand({ run })] });
    const { bot, person, general, messages } = scene;
    const other = await bot.person('newcomer');
    const before = messages().length;
    await person.invoke(general, ['demo']);
    await scene.toldInPrivate('The prompt is empty');
    expect(messages()).toHaveLength(before + 1);
    expect([...other.messages.values()].filter(({ content }) => content.includes('prompt'))).toEqual([]);
  });

  it('that breaks shows a reference under which the log holds the rest', async () => {
    const run = async () => Promise.reject(new Error('inner workings'));
    await using scene = await startLiveScene({ commands: [demoCommand({ run })] });
    await scene.person.invoke(scene.general, ['demo']);
    const told = await scene.toldInPrivate('went wrong');
    expect(told).not.toContain('inner workings');
    const reference = /Reference (\S+)/.exec(told)?.[1];
    expect(scene.bot.recorded.lines).toContainEqual(
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
    await using scene = await startLiveScene({ commands: [demoCommand({ guards, run })] });
    await scene.person.invoke(scene.bot.discord.channels.locked, ['demo']);
    await scene.toldInPrivate('Send Messages');
    expect(ran).toEqual([]);
  });

  it('in a thread needs the permission for threads', async () => {
    const guards = [botMay('SendMessages')];
    await using scene = await startLiveScene({ commands: [demoCommand({ guards, run: done })] });
    const { bot, person, general } = scene;
    const { thread } = bot.discord.channels;
    const allowed = await person.invoke(thread, ['demo']);
    await person.answerTo(allowed, ({ content }) => content === 'done');
    bot.discord.setPermissions(general, bot.discord.roles.bot, 0n, PermissionFlagsBits.SendMessagesInThreads);
    await person.invoke(thread, ['demo']);
    await person.untilMessage(({ content }) => content.includes('Send Messages in Threads'));
  });

  it('delivered twice is run once', async () => {
    const { ran, commands } = recorded();
    await using scene = await startLiveScene({ commands });
    const { bot, person, general } = scene;
    const invoked = await person.invoke(general, ['demo']);
    await person.answerTo(invoked, ({ content }) => content === 'done');
    const again = once(bot.client, Events.InteractionCreate);
    bot.discord.gateway.redeliver('INTERACTION_CREATE');
    await again;
    expect(ran).toEqual([invoked.id]);
    expect(bot.recorded.lines).toContainEqual(
      expect.objectContaining({ msg: 'ignored a repeated delivery' }),
    );
  });

  it.each<[string, FaultEffect]>([
    ['was lost', { kind: 'drop', when: 'after' }],
    ['was an error of its own', { kind: 'answer', when: 'after', status: 502, body: 'Bad gateway' }],
  ])("whose deferral arrived although Discord's answer %s is run once", async (_, effect) => {
    const { ran, commands } = recorded();
    await using scene = await startLiveScene({ commands });
    const { bot, person, general } = scene;
    const callback = { method: 'POST', path: '/api/v10/interactions/*/*/callback' };
    bot.discord.faults.arm({ ...callback, effect });
    const invoked = await person.invoke(general, ['demo']);
    await person.answerTo(invoked, ({ content }) => content === 'done');
    expect(ran).toEqual([invoked.id]);
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
    await using scene = await startLiveScene({ buttons: [button()] });
    await scene.person.click(await scene.posted(pressButton('demo:press:job-7')), 'Press');
    await scene.toldInPrivate('pressed job-7');
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
    await using scene = await startLiveScene({ buttons: [open], modals: [fill] });
    const { person } = scene;
    const clicked = await person.click(await scene.posted(pressButton('demo:press:job-7')), 'Press');
    await person.submitModal(await person.modalFor(clicked), { text: 'hello' });
    await person.untilMessage(({ content }) => content === 'job-7: hello');
  });
});

describe('autocomplete', () => {
  it.each([
    ['what people type', 'ch', 'ch'],
    ['a number that a hand-made client typed', 7, '7'],
    ['no text at all', true, ''],
  ])('offers what the feature suggests for %s', async (_, value, typed) => {
    const autocomplete: ChatCommand['autocomplete'] = async ({ focused }) => [
      { value: 'cherry', label: `Cherry for ${focused.name} (${focused.value})` },
    ];
    const options = [{ kind: 'string', name: 'voice', autocomplete: true }] as const;
    await using scene = await startLiveScene({ commands: [demoCommand({ options, autocomplete })] });
    const { person, general } = scene;
    expect(await person.autocomplete(general, ['demo'], 'voice', { voice: value })).toMatchObject([
      { name: `Cherry for voice (${typed})`, value: 'cherry' },
    ]);
  });
});

it('an interaction of a kind that nobody deals with is answered', async () => {
  await using scene = await startLiveScene({});
  const { bot, person } = scene;
  const message = await scene.posted(pressButton('demo:press:1'));
  bot.discord.injectInteraction({
    type: InteractionType.MessageComponent,
    userId: person.id,
    channelId: message.channel_id,
    messageId: message.id,
    data: { component_type: ComponentType.StringSelect, custom_id: 'demo:press:1', values: ['a'] },
  });
  await person.untilMessage(({ content }) => content.includes('has expired'));
});
