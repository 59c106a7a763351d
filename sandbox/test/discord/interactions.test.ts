import { once } from 'node:events';
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  AttachmentBuilder,
  type AutocompleteInteraction,
  ButtonBuilder,
  type ButtonInteraction,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Client,
  Events,
  type Interaction,
  LabelBuilder,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  PermissionFlagsBits,
  StringSelectMenuBuilder,
  type StringSelectMenuInteraction,
  TextInputBuilder,
  TextInputStyle,
  type UserContextMenuCommandInteraction,
} from 'discord.js';
import { test as base, beforeEach, describe, expect } from 'vitest';
import { type DiscordStage, enter, enterBot, openDiscord } from '../support/discord-stage.ts';
import type { Invoked, OptionValue, SandboxPerson } from '../support/sandbox-person.ts';

const test = base.extend('used', () => use());

let sandbox: DiscordStage['sandbox'];
let bot: Client<true>;
let member: SandboxPerson;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.now();
  ({ sandbox, member } = await openDiscord({ now: () => nowMs, people: ['member'] }));
  bot = await enterBot(sandbox);
  const type = ApplicationCommandOptionType;
  const given = { description: 'x' };
  await bot.application.commands.set([
    {
      name: 'do',
      description: 'Anything',
      options: [
        { type: type.String, name: 'text', ...given, minLength: 2, maxLength: 5 },
        { type: type.Integer, name: 'count', ...given, minValue: 1, maxValue: 3 },
        { type: type.String, name: 'size', ...given, choices: [{ name: 'Big', value: 'b' }] },
        { type: type.String, name: 'voice', ...given, autocomplete: true },
        { type: type.User, name: 'whom', ...given },
        { type: type.Channel, name: 'where', ...given, channelTypes: [0] },
        { type: type.Attachment, name: 'file', ...given, fileTypes: ['audio', '.txt'] },
      ],
    },
    { name: 'guarded', ...given, defaultMemberPermissions: PermissionFlagsBits.ManageGuild },
    { name: 'need', ...given, options: [{ type: type.String, name: 'it', ...given, required: true }] },
    { name: 'Speak this', type: ApplicationCommandType.Message },
  ]);
});

/** What the bot hears of what a person does, and what that gave. */
async function heard<Kind extends Interaction, Done = unknown>(act: () => Done | Promise<Done>) {
  const [[interaction], done] = await Promise.all([once(bot, Events.InteractionCreate), act()]);
  return [interaction as Kind, done] as const;
}

/** The person uses /do; resolves with both sides of it. */
async function use(values: Parameters<SandboxPerson['invoke']>[2] = {}) {
  const [interaction, invoked] = await heard<ChatInputCommandInteraction<'cached'>, Invoked>(() =>
    member.invoke(sandbox.channels.general, ['do'], values),
  );
  return { interaction, invoked };
}

/** The message command, used on a message. */
const useOn = ({ id }: { readonly id: string }) =>
  heard<MessageContextMenuCommandInteraction, Invoked>(() =>
    member.invokeOn(sandbox.channels.general, 'Speak this', id),
  );

const code = async (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'accepted',
    (error: { code?: unknown; body?: { code?: unknown } }) => error.body?.code ?? error.code,
  );

describe('what an answer says of its command', () => {
  test('is its full name, subcommands included, who used it, and for a follow-up the first answer', async () => {
    await bot.application.commands.create({
      name: 'video',
      description: 'x',
      options: [
        {
          type: ApplicationCommandOptionType.SubcommandGroup,
          name: 'make',
          description: 'x',
          options: [{ type: ApplicationCommandOptionType.Subcommand, name: 'text', description: 'x' }],
        },
      ],
    });
    const [interaction, invoked] = await heard<ChatInputCommandInteraction, Invoked>(() =>
      member.invoke(sandbox.channels.general, ['video', 'make', 'text']),
    );
    await interaction.reply('here');
    const answer = await member.answerTo(invoked);
    expect(answer.interaction).toMatchObject({ id: invoked.id, type: 2, name: 'video make text' });
    expect(answer.interaction_metadata).not.toHaveProperty('name');
    expect(answer.interaction_metadata).toMatchObject({ user: { id: member.id } });
    const later = await interaction.followUp('and more');
    const followUp = await member.untilMessage(({ id }) => id === later.id);
    expect(followUp.interaction).toBeUndefined();
    expect(followUp.interaction_metadata).toMatchObject({ original_response_message_id: answer.id });
  });

  test('is, for a message command, the message, which the answer refers to', async () => {
    const sent = await member.send(sandbox.channels.general, 'read me');
    const [interaction, invoked] = await useOn(sent);
    const told = await interaction.reply({ content: 'spoken', withResponse: true });
    const answer = await member.answerTo(invoked);
    expect(answer).toMatchObject({
      type: 23,
      message_reference: { message_id: sent.id },
      referenced_message: { content: 'read me' },
      interaction_metadata: { target_message_id: sent.id },
    });
    const reference = await told.resource?.message?.fetchReference();
    expect(reference?.content).toBe('');
  });

  test('is, for a user command, that user', async () => {
    await bot.application.commands.create({ name: 'Greet', type: ApplicationCommandType.User });
    const [interaction, invoked] = await heard<UserContextMenuCommandInteraction, Invoked>(() =>
      member.invokeOn(sandbox.channels.general, 'Greet', sandbox.people.owner.id),
    );
    await interaction.reply('hello');
    const answer = await member.answerTo(invoked);
    expect(answer.interaction_metadata).toMatchObject({ target_user: { id: sandbox.people.owner.id } });
    expect(answer.message_reference).toBeUndefined();
  });
});

describe('what the bot is told', () => {
  test('a command carries who, where, in which language, with which permissions and limits', async () => {
    member.locale = 'zh-CN';
    const { interaction } = await use({
      text: 'abc',
      count: 2,
      whom: sandbox.people.owner.id,
      where: sandbox.channels.videos,
      file: { file: { name: 'my song.mp3', bytes: Buffer.from('ID3 tune') } },
    });
    expect(interaction.user.username).toBe('member');
    expect(interaction.locale).toBe('zh-CN');
    expect(interaction.guildLocale).toBe('en-US');
    expect(interaction.attachmentSizeLimit).toBe(10 * 1024 * 1024);
    expect(interaction.appPermissions.has(PermissionFlagsBits.AttachFiles)).toBe(true);
    expect(interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild)).toBe(false);
    expect(interaction.authorizingIntegrationOwners).toMatchObject({ guildId: sandbox.guildId });
    expect(interaction.context).toBe(0);
    expect(interaction.options.getInteger('count')).toBe(2);
    expect(interaction.options.getUser('whom')?.username).toBe('owner');
    expect(interaction.options.getChannel('where')?.name).toBe('videos');
    const file = interaction.options.getAttachment('file', true);
    expect(file).toMatchObject({ name: 'my_song.mp3', contentType: 'audio/mpeg', size: 8, ephemeral: true });
    expect(await (await fetch(file.url)).text()).toBe('ID3 tune');
  });

  test('app permissions are those of the channel', async () => {
    const [interaction] = await heard<ChatInputCommandInteraction<'cached'>>(() =>
      member.invoke(sandbox.channels.locked, ['do']),
    );
    expect(interaction.appPermissions.has(PermissionFlagsBits.SendMessages)).toBe(false);
  });

  test('a message command brings the message with its content', async () => {
    const sent = await member.send(sandbox.channels.general, 'read me');
    const [interaction] = await useOn(sent);
    expect(interaction.targetMessage.content).toBe('read me');
  });

  test('a message command brings everything that is in the message, although the bot may not read it', async () => {
    const picture = Buffer.from(await (await fetch(`${sandbox.baseUrl}/embed/avatars/0.png`)).arrayBuffer());
    const sent = await member.send(sandbox.channels.general, 'look', [{ name: 'a.png', bytes: picture }]);
    const [interaction] = await useOn(sent);
    const [file] = [...interaction.targetMessage.attachments.values()];
    expect(file).toMatchObject({ name: 'a.png', contentType: 'image/png', size: picture.length });
    expect((await fetch(file?.url ?? '')).status).toBe(200);
    const channel = await bot.channels.fetch(sandbox.channels.general);
    if (!channel?.isTextBased()) throw new Error('no text here');
    const read = await channel.messages.fetch({ message: sent.id, force: true });
    expect([read.content, read.attachments.size]).toEqual(['', 0]);
  });

  test('a command used in a direct message has no guild', async () => {
    const channel = await member.fetched<{ id: string }>('POST', '/users/@me/channels', {
      recipient_id: sandbox.botUserId,
    });
    const [interaction] = await heard<ChatInputCommandInteraction>(() => member.invoke(channel.id, ['do']));
    expect(interaction.inGuild()).toBe(false);
    await interaction.reply('hello');
    await member.until('MESSAGE_CREATE', ({ content }) => content === 'hello');
  });
});

describe('what never reaches the bot', () => {
  const cases: readonly [string, string, Record<string, OptionValue>, number][] = [
    ['a text too short', 'do', { text: 'a' }, 50035],
    ['a text too long', 'do', { text: 'abcdef' }, 50035],
    ['an integer out of range', 'do', { count: 9 }, 50035],
    ['a number that is no integer', 'do', { count: 1.5 }, 50035],
    ['a value outside the choices', 'do', { size: 'huge' }, 50035],
    ['an option that does not exist', 'do', { nothing: 'x' }, 50035],
    ['a channel of the wrong type', 'do', { where: '1324000000000000120' }, 50035],
    ['a channel the person cannot see', 'do', { where: '1324000000000000115' }, 50035],
    ['a file of another type', 'do', { file: { file: { name: 'a.png', bytes: Buffer.from('a') } } }, 50035],
    ['a required option left out', 'need', {}, 50035],
  ];
  test.each(cases)('%s', async (_what, name, values, expected) => {
    expect(await code(member.invoke(sandbox.channels.general, [name], values))).toBe(expected);
    expect(sandbox.state.interactions()).toEqual([]);
  });

  test('a command the person may not use is not offered, and refused when sent anyway', async () => {
    await expect(member.command(sandbox.channels.general, 'guarded')).rejects.toThrow('offered');
    const owner = await enter(sandbox, 'owner');
    const { id, name, version } = await owner.command(sandbox.channels.general, 'guarded');
    const body = { type: 2, application_id: sandbox.applicationId, channel_id: sandbox.channels.general };
    const sent = await member.rest('POST', '/interactions', {
      ...body,
      data: { id, name, version, type: 1 },
    });
    expect(sent).toMatchObject({ status: 403, body: { code: 50013 } });
    const stale = await owner.rest('POST', '/interactions', {
      ...body,
      data: { id, name, version: '1', type: 1 },
    });
    expect(stale.body).toMatchObject({ code: 50035 });
  });

  test('only hand-made interactions get past these checks', async () => {
    const [interaction] = await heard<ChatInputCommandInteraction>(() =>
      sandbox.injectInteraction({
        userId: sandbox.people.member.id,
        channelId: sandbox.channels.general,
        data: { name: 'do', options: [{ type: 4, name: 'count', value: 99.5 }] },
      }),
    );
    expect(interaction.options.get('count')?.value).toBe(99.5);
    await interaction.reply('no');
  });
});

describe('the first answer', () => {
  const answerBy = ({ id, token }: { readonly id: string; readonly token: string }, body: object) =>
    code(bot.rest.post(`/interactions/${id}/${token}/callback`, { body, auth: false }));

  test('is refused with 10062 after three seconds, and the person is told of the failure', async () => {
    ({ sandbox, member } = await openDiscord({ interactionAckMs: 60, people: ['member'] }));
    bot = await enterBot(sandbox);
    await bot.application.commands.set([{ name: 'do', description: 'x' }]);
    const { interaction, invoked } = await use();
    await member.until('INTERACTION_FAILURE', ({ id }) => id === invoked.id);
    expect(await code(interaction.reply('late'))).toBe(10062);
  });

  test('is refused with 10062 by the clock alone', async ({ used: { interaction } }) => {
    nowMs += 3001;
    expect(await code(interaction.reply('late'))).toBe(10062);
  });

  test('can be given once: the second is 40060, a modal after a deferral too', async () => {
    const { interaction } = await use();
    await interaction.deferReply();
    const modal = { custom_id: 'm', title: 'M', components: [{ type: 10, content: 'x' }] };
    expect(await answerBy(interaction, { type: 4, data: { content: 'again' } })).toBe(40060);
    expect(await answerBy(interaction, { type: 9, data: modal })).toBe(40060);
  });

  test('of a wrong kind is refused: choices or an update for a command', async ({
    used: { interaction },
  }) => {
    for (const body of [
      { type: 8, data: { choices: [] } },
      { type: 6 },
      { type: 7, data: { content: 'x' } },
      { type: 77 },
    ])
      expect(await answerBy(interaction, body)).toBe(50035);
    await interaction.reply('fine');
  });

  test('with a wrong token is 10062', async ({ used: { interaction } }) => {
    expect(await answerBy({ id: interaction.id, token: 'not-the-token' }, { type: 5 })).toBe(10062);
  });

  test('brings the message back when asked with_response', async ({ used: { interaction } }) => {
    const response = await interaction.reply({ content: 'here', withResponse: true });
    expect(response.resource?.message?.content).toBe('here');
    expect(response.interaction).toMatchObject({
      responseMessageEphemeral: false,
      responseMessageLoading: false,
    });
  });

  test('may carry files, named by their attachment notes', async ({ used: { interaction, invoked } }) => {
    const file = new AttachmentBuilder(Buffer.from('hey'), { name: 'a b.txt', description: 'a greeting' });
    await interaction.reply({ files: [file] });
    const answer = await member.answerTo(invoked);
    expect(answer.attachments[0]).toMatchObject({
      filename: 'a_b.txt',
      title: 'a b.txt',
      description: 'a greeting',
    });
  });
});

describe('visibility', () => {
  test('is decided by the deferral: what fills it stays private although the follow-up is not marked so', async () => {
    const other = await enter(sandbox, 'owner');
    const { interaction, invoked } = await use();
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.followUp('only for you');
    const answer = await member.answerTo(invoked, ({ content }) => content === 'only for you');
    expect(answer.flags).toBe(MessageFlags.Ephemeral);
    await interaction.followUp('for all');
    await other.until('MESSAGE_CREATE', ({ content }) => content === 'for all');
    expect([...other.messages.values()].map(({ content }) => content)).toEqual(['for all']);
    const listed = await member.fetched<{ content: string }[]>(
      'GET',
      `/channels/${sandbox.channels.general}/messages`,
    );
    expect(listed.map(({ content }) => content)).toEqual(['for all']);
  });

  test('of a public deferral stays public although the first follow-up asks for privacy', async () => {
    const { interaction, invoked } = await use();
    await interaction.deferReply();
    await interaction.followUp({ content: 'secret?', flags: MessageFlags.Ephemeral });
    expect((await member.answerTo(invoked, ({ content }) => content !== '')).flags).toBe(0);
  });
});

describe('a person who waits for an answer', () => {
  test('waits on while the bot is thinking', async ({ used: { interaction, invoked } }) => {
    await interaction.deferReply();
    await member.untilMessage(({ interaction_metadata }) => interaction_metadata?.id === invoked.id);
    const answer = member.answerTo(invoked);
    await interaction.editReply('done');
    expect((await answer).content).toBe('done');
  });
});

describe('follow-ups', () => {
  test('edit, read and delete the original and others by id', async ({ used: { interaction, invoked } }) => {
    await interaction.reply('one');
    const second = await interaction.followUp('two');
    await interaction.editReply('one, better');
    await interaction.editReply({ message: second, content: 'two, better' });
    expect((await interaction.fetchReply()).content).toBe('one, better');
    await member.answerTo(invoked, ({ content }) => content === 'two, better');
    await interaction.deleteReply();
    await member.until('MESSAGE_DELETE');
    expect(await code(interaction.fetchReply())).toBe(10008);
  });

  test('are 10015 before any answer and 50027 after fifteen minutes', async ({ used: { interaction } }) => {
    expect(await code(interaction.webhook.send('early'))).toBe(10015);
    await interaction.deferReply();
    nowMs += 15 * 60_000 + 1;
    expect(await code(interaction.editReply('late'))).toBe(50027);
    expect(await code(interaction.webhook.send('late'))).toBe(50027);
  });
});

describe('components', () => {
  const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId('go').setLabel('Go').setStyle(ButtonStyle.Primary),
    new ButtonBuilder().setCustomId('off').setLabel('Off').setStyle(ButtonStyle.Danger).setDisabled(true),
  );

  /** The answer of a command, with these buttons; a press of one. */
  const showPanel = async (flags?: MessageFlags.Ephemeral) => {
    const { interaction, invoked } = await use();
    await interaction.reply({ content: 'panel', components: [row], ...(flags && { flags }) });
    return { interaction, panel: await member.answerTo(invoked) };
  };
  const press = (panel: Parameters<SandboxPerson['click']>[0], button: string) =>
    heard<ButtonInteraction>(() => member.click(panel, button));

  test('a click updates the message it is on', async () => {
    const { panel } = await showPanel();
    const [click] = await press(panel, 'Go');
    expect(click.customId).toBe('go');
    expect(click.message.content).toBe('panel');
    await click.update({ content: 'gone', components: [] });
    await member.untilMessage(({ id, content }) => id === panel.id && content === 'gone');
  });

  test('a click updates nothing that was deleted while it was on its way', async () => {
    const { interaction, panel } = await showPanel();
    const [click] = await press(panel, 'Go');
    await interaction.deleteReply();
    await expect(click.update({ content: 'gone', components: [] })).rejects.toMatchObject({ code: 10008 });
  });

  test('a deferred update is edited through the original, also on a private message', async () => {
    const { panel } = await showPanel(MessageFlags.Ephemeral);
    const [click] = await press(panel, 'go');
    await click.deferUpdate();
    await click.editReply('changed');
    await member.untilMessage(({ id, content }) => id === panel.id && content === 'changed');
    const extra = await click.followUp({ content: 'psst', flags: MessageFlags.Ephemeral });
    expect(extra.id).not.toBe(panel.id);
  });

  test('a disabled button, a button that is not there and another person on a private message are refused', async () => {
    const { panel } = await showPanel(MessageFlags.Ephemeral);
    expect(await code(member.click(panel, 'off'))).toBe(50035);
    const ghost = { ...panel, components: [{ type: 2, custom_id: 'ghost', label: 'Ghost' }] };
    expect(await code(member.click(ghost as never, 'Ghost'))).toBe(50035);
    const other = await enter(sandbox, 'owner');
    expect(await code(other.click(panel, 'Go'))).toBe(10008);
  });

  test('a select menu takes only its own options, as many as it says', async () => {
    const menu = new StringSelectMenuBuilder()
      .setCustomId('pick')
      .addOptions({ label: 'A', value: 'a' }, { label: 'B', value: 'b' });
    const { interaction, invoked } = await use();
    await interaction.reply({
      components: [new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)],
    });
    const message = await member.answerTo(invoked);
    expect(await code(member.select(message, 'pick', ['c']))).toBe(50035);
    expect(await code(member.select(message, 'pick', ['a', 'b']))).toBe(50035);
    const [picked] = await heard<StringSelectMenuInteraction>(() => member.select(message, 'pick', ['b']));
    expect(picked.values).toEqual(['b']);
    await picked.deferUpdate();
  });
});

test('a modal is shown, filled, checked and answered', async () => {
  const modal = new ModalBuilder()
    .setCustomId('edit:1')
    .setTitle('Edit')
    .addLabelComponents(
      new LabelBuilder()
        .setLabel('Prompt')
        .setTextInputComponent(
          new TextInputBuilder()
            .setCustomId('prompt')
            .setStyle(TextInputStyle.Paragraph)
            .setMaxLength(10)
            .setValue('old'),
        ),
    );
  const { interaction, invoked } = await use();
  await interaction.showModal(modal);
  const shown = await member.modalFor(invoked);
  expect(shown).toMatchObject({ title: 'Edit', custom_id: 'edit:1' });
  expect(await code(member.submitModal(shown, { prompt: 'much too long for it' }))).toBe(50035);
  expect(await code(member.submitModal(shown, { prompt: '' }))).toBe(50035);
  const [submit, sent] = await heard<ModalSubmitInteraction, Invoked>(() =>
    member.submitModal(shown, { prompt: 'new' }),
  );
  expect(submit.fields.getTextInputValue('prompt')).toBe('new');
  await submit.reply('thanks');
  expect((await member.answerTo(sent)).content).toBe('thanks');
  expect(await code(member.submitModal(shown, { prompt: 'again' }))).toBe(10062);
});

test('autocomplete offers choices for what is typed so far, even unfinished', async () => {
  const choices = member.autocomplete(sandbox.channels.general, ['do'], 'voice', { text: 'x', voice: 'Che' });
  const [asked]: AutocompleteInteraction[] = await once(bot, Events.InteractionCreate);
  const focused = asked?.options.getFocused(true);
  expect(focused?.name).toBe('voice');
  await asked?.respond([{ name: `${focused?.value}!`, value: focused?.value ?? '' }]);
  expect(await choices).toEqual([{ name: 'Che!', value: 'Che' }]);
});
