import {
  AttachmentBuilder,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Client,
  type Interaction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
} from 'discord.js';
import { buttons, embed, form, panel, promptForm, selects, uploadForm } from './console-bot-answers.ts';
import { everyOption, manyOptions, menuCommands } from './console-bot-commands.ts';
import { tinyVideo } from './tiny-video.ts';

const colours = ['amber', 'azure', 'cobalt', 'crimson', 'emerald', 'ivory', 'violet'];

/** What the bot was told, for tests to read. */
export interface ConsoleBotRecord {
  readonly commands: {
    readonly name: string;
    readonly locale: string;
    readonly options: Record<string, unknown>;
  }[];
  readonly modals: Record<string, unknown>[];
  /** Answers that the stand-in refused. */
  readonly failures: string[];
  readonly selects: { readonly customId: string; readonly values: readonly string[] }[];
}

/** Registers the demo command in a guild and answers it. */
export async function serveConsoleDemo(client: Client<true>, guildId: string): Promise<ConsoleBotRecord> {
  const record: ConsoleBotRecord = { commands: [], modals: [], failures: [], selects: [] };
  client.on('interactionCreate', (interaction) => {
    answer(interaction, record).catch((error: unknown) => record.failures.push(String(error)));
  });
  await client.application.commands.set([everyOption, manyOptions, ...menuCommands], guildId);
  return record;
}

async function answer(interaction: Interaction, record: ConsoleBotRecord): Promise<void> {
  if (interaction.isAutocomplete()) {
    await suggest(interaction);
  } else if (interaction.isMessageContextMenuCommand()) {
    await answerMenu(interaction);
  } else if (interaction.isUserContextMenuCommand()) {
    await interaction.reply({ content: `Hello, ${interaction.targetUser.displayName}!` });
  } else if (interaction.isChatInputCommand()) {
    const subcommand = interaction.options.getSubcommand(false);
    const options = subcommand ? interaction.options.data[0]?.options : interaction.options.data;
    const given = Object.fromEntries(
      (options ?? []).map((option) => [option.name, option.attachment?.name ?? option.value]),
    );
    const name = subcommand ?? interaction.commandName;
    record.commands.push({ name, locale: interaction.locale, options: given });
    await answers[name]?.(interaction);
  } else if (interaction.isAnySelectMenu()) {
    record.selects.push({ customId: interaction.customId, values: interaction.values });
    await interaction.reply({
      content: `You chose: ${interaction.values.join(', ')}`,
      flags: MessageFlags.Ephemeral,
    });
  } else if (interaction.isButton()) {
    if (interaction.customId === 'ignored') return;
    if (interaction.customId === 'form') await interaction.showModal(form);
    else await interaction.update({ content: `Pressed **${interaction.customId}** <t:${now()}:R>` });
  } else if (interaction.isModalSubmit()) {
    await takeForm(interaction, record);
  }
}

const answers: Readonly<Record<string, (interaction: ChatInputCommandInteraction) => Promise<unknown>>> = {
  options: (interaction) =>
    interaction.reply({ content: `Received: ${interaction.options.getString('prompt', true)}` }),
  embed: (interaction) => interaction.reply({ embeds: [embed()], components: buttons() }),
  panel: (interaction) => interaction.reply(panel()),
  selects: (interaction) => interaction.reply({ content: 'Choose:', components: selects() }),
  private: (interaction) =>
    interaction.reply({ content: 'Between **us** two.', flags: MessageFlags.Ephemeral }),
  form: (interaction) => interaction.showModal(form),
  upload: (interaction) => interaction.showModal(uploadForm),
  many: (interaction) =>
    interaction.reply({ content: `Received all: ${interaction.options.getString('prompt', true)}` }),
  silence: async () => {},
  video: async (interaction) => {
    await interaction.deferReply();
    const file = new AttachmentBuilder(tinyVideo(), {
      name: 'sunrise.mp4',
      description: 'A colour that brightens',
    });
    await interaction.editReply({ content: `${interaction.user} your video is ready.`, files: [file] });
  },
};

/** Colours by their letters; sizes and durations by the model that was chosen. */
async function suggest(interaction: AutocompleteInteraction): Promise<void> {
  const { name, value } = interaction.options.getFocused(true);
  const typed = String(value).toLowerCase();
  if (name === 'colour') {
    const fitting = colours.filter((colour) => colour.includes(typed));
    await interaction.respond(fitting.map((colour) => ({ name: colour, value: `colour-${colour}` })));
    return;
  }
  const isNew = interaction.options.getString('model') === 'new';
  const sizes = isNew ? ['1920*1080', '1080*1920'] : ['832*480', '480*832'];
  const offered =
    name === 'size'
      ? sizes.map((size) => ({ name: size.replace('*', ' × '), value: size }))
      : (isNew ? [5, 10, 15] : [5]).map((seconds) => ({ name: `${seconds} seconds`, value: seconds }));
  await interaction.respond(offered.filter((choice) => choice.name.startsWith(typed)));
}

async function answerMenu(interaction: MessageContextMenuCommandInteraction): Promise<void> {
  const { targetMessage, commandName } = interaction;
  if (commandName === 'Count its files') {
    const names = targetMessage.attachments.map((file) => file.name).join(', ') || 'none';
    await interaction.reply({ content: `Its files: ${names}`, flags: MessageFlags.Ephemeral });
    return;
  }
  await interaction.showModal(promptForm(targetMessage.content));
}

async function takeForm(interaction: ModalSubmitInteraction, record: ConsoleBotRecord): Promise<void> {
  const raw = interaction.components.flatMap((component) =>
    'component' in component ? [component.component] : [],
  ) as readonly { customId: string; value?: unknown; values?: unknown }[];
  record.modals.push(Object.fromEntries(raw.map((field) => [field.customId, field.value ?? field.values])));
  if (interaction.customId === 'upload') {
    const files = interaction.fields.getUploadedFiles('files');
    const names = [...(files?.values() ?? [])].map(({ name, size }) => `${name} (${size})`);
    await interaction.reply({ content: `Took ${names.length}: ${names.join(', ')}` });
    return;
  }
  await interaction.reply({ content: `Changed to: ${interaction.fields.getTextInputValue('prompt')}` });
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
