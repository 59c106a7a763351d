import {
  AttachmentBuilder,
  type ChatInputCommandInteraction,
  type Client,
  type Interaction,
  MessageFlags,
  type ModalSubmitInteraction,
  SlashCommandBuilder,
} from 'discord.js';
import { buttons, embed, form, panel, selects } from './console-bot-answers.ts';
import { tinyVideo } from './tiny-video.ts';

const colours = ['amber', 'azure', 'cobalt', 'crimson', 'emerald', 'ivory', 'violet'];

/** A command with every option type, limits and autocomplete, and one subcommand for each thing an answer can be. */
const everyOption = new SlashCommandBuilder()
  .setName('demo')
  .setNameLocalizations({ 'zh-CN': '演示' })
  .setDescription('Shows everything the page can draw')
  .setDescriptionLocalizations({ 'zh-CN': '展示页面能绘制的一切' })
  .addSubcommand((sub) =>
    sub
      .setName('options')
      .setNameLocalizations({ 'zh-CN': '选项' })
      .setDescription('One option of every type')
      .setDescriptionLocalizations({ 'zh-CN': '每种类型一个选项' })
      .addStringOption((option) =>
        option
          .setName('prompt')
          .setDescription('What to show')
          .setRequired(true)
          .setMinLength(3)
          .setMaxLength(40),
      )
      .addStringOption((option) =>
        option
          .setName('size')
          .setDescription('How large')
          .setRequired(true)
          .addChoices(
            { name: 'Small', value: 's', name_localizations: { 'zh-CN': '小' } },
            { name: 'Large', value: 'l', name_localizations: { 'zh-CN': '大' } },
          ),
      )
      .addIntegerOption((option) =>
        option.setName('seconds').setDescription('How long').setMinValue(2).setMaxValue(15),
      )
      .addNumberOption((option) =>
        option.setName('volume').setDescription('How loud').setMinValue(0).setMaxValue(1),
      )
      .addBooleanOption((option) => option.setName('loop').setDescription('Again and again'))
      .addUserOption((option) => option.setName('person').setDescription('For whom'))
      .addChannelOption((option) => option.setName('channel').setDescription('Where'))
      .addRoleOption((option) => option.setName('role').setDescription('For which role'))
      .addMentionableOption((option) => option.setName('anybody').setDescription('Whoever'))
      .addAttachmentOption((option) => option.setName('file').setDescription('A file to show'))
      .addStringOption((option) =>
        option.setName('colour').setDescription('A colour, suggested').setAutocomplete(true),
      ),
  )
  .addSubcommand((sub) => sub.setName('embed').setDescription('An embed with fields and buttons'))
  .addSubcommand((sub) => sub.setName('panel').setDescription('Components of the second generation'))
  .addSubcommand((sub) => sub.setName('selects').setDescription('A select of every kind'))
  .addSubcommand((sub) => sub.setName('video').setDescription('A video, after a moment'))
  .addSubcommand((sub) => sub.setName('private').setDescription('An answer only you can see'))
  .addSubcommand((sub) => sub.setName('form').setDescription('A form with fields of every kind'))
  .addSubcommand((sub) => sub.setName('silence').setDescription('No answer at all'));

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
  await client.application.commands.set([everyOption], guildId);
  return record;
}

async function answer(interaction: Interaction, record: ConsoleBotRecord): Promise<void> {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused().toLowerCase();
    const fitting = colours.filter((colour) => colour.includes(typed));
    await interaction.respond(fitting.map((colour) => ({ name: colour, value: `colour-${colour}` })));
  } else if (interaction.isChatInputCommand()) {
    const given = Object.fromEntries(
      (interaction.options.data[0]?.options ?? []).map((option) => [
        option.name,
        option.attachment?.name ?? option.value,
      ]),
    );
    record.commands.push({
      name: interaction.options.getSubcommand(),
      locale: interaction.locale,
      options: given,
    });
    await answers[interaction.options.getSubcommand()]?.(interaction);
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

async function takeForm(interaction: ModalSubmitInteraction, record: ConsoleBotRecord): Promise<void> {
  const raw = interaction.components.flatMap((component) =>
    'component' in component ? [component.component] : [],
  ) as readonly { customId: string; value?: unknown; values?: unknown }[];
  record.modals.push(Object.fromEntries(raw.map((field) => [field.customId, field.value ?? field.values])));
  await interaction.reply({ content: `Changed to: ${interaction.fields.getTextInputValue('prompt')}` });
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
