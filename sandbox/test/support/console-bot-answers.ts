import { createCanvas } from '@napi-rs/canvas';
import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  ComponentType,
  EmbedBuilder,
  LabelBuilder,
  MessageFlags,
  type ModalComponentData,
  RoleSelectMenuBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js';

export function embed(): EmbedBuilder {
  return new EmbedBuilder()
    .setColor(0x2ecc71)
    .setAuthor({ name: 'Emcee' })
    .setTitle('A title that is a link')
    .setURL('https://example.org/')
    .setDescription(
      'Some **bold**, some *italic*, some ~~gone~~, `code` and ||a secret||.\n- one\n- two\n-# small print',
    )
    .addFields(
      { name: 'Model', value: '`gen2.7-t2v`', inline: true },
      { name: 'Size', value: '1280 × 720', inline: true },
      { name: 'Seconds', value: '5', inline: true },
    )
    .setFooter({ text: 'A footer' })
    .setTimestamp(0);
}

export function buttons(): ActionRowBuilder<ButtonBuilder>[] {
  const button = (id: string, style: ButtonStyle) =>
    new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(style);
  return [
    new ActionRowBuilder<ButtonBuilder>().addComponents(
      button('again', ButtonStyle.Primary).setEmoji('🎬'),
      button('form', ButtonStyle.Secondary),
      button('keep', ButtonStyle.Success),
      button('ignored', ButtonStyle.Danger),
      button('never', ButtonStyle.Primary).setDisabled(true),
    ),
    new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setLabel('Read more').setStyle(ButtonStyle.Link).setURL('https://example.org/more'),
    ),
  ];
}

export function panel() {
  return {
    flags: MessageFlags.IsComponentsV2 as const,
    files: [
      new AttachmentBuilder(square('#5865f2'), { name: 'one.png' }),
      new AttachmentBuilder(square('#3ba55c'), { name: 'two.png' }),
      new AttachmentBuilder(Buffer.from('line one\nline two\n'), { name: 'notes.txt' }),
    ],
    components: [
      {
        type: ComponentType.Container as const,
        accentColor: 0xf0b232,
        components: [
          {
            type: ComponentType.Section as const,
            components: [
              {
                type: ComponentType.TextDisplay as const,
                content: '## A panel\nWith a thumbnail beside it.',
              },
            ],
            accessory: {
              type: ComponentType.Thumbnail as const,
              media: { url: 'attachment://one.png' },
              description: 'A blue square',
            },
          },
          { type: ComponentType.Separator as const },
          {
            type: ComponentType.Section as const,
            components: [{ type: ComponentType.TextDisplay as const, content: 'With a button beside it.' }],
            accessory: {
              type: ComponentType.Button as const,
              customId: 'beside',
              label: 'Beside',
              style: ButtonStyle.Secondary as const,
            },
          },
          {
            type: ComponentType.MediaGallery as const,
            items: [
              { media: { url: 'attachment://one.png' }, description: 'Blue' },
              { media: { url: 'attachment://two.png' }, description: 'Green', spoiler: true },
            ],
          },
          { type: ComponentType.File as const, file: { url: 'attachment://notes.txt' } },
        ],
      },
    ],
  };
}

export function selects() {
  return [
    new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
      new StringSelectMenuBuilder()
        .setCustomId('flavours')
        .setPlaceholder('Two flavours')
        .setMinValues(2)
        .setMaxValues(2)
        .addOptions(
          { label: 'Vanilla', value: 'vanilla', description: 'The plain one' },
          { label: 'Cherry', value: 'cherry' },
          { label: 'Lemon', value: 'lemon' },
        ),
    ),
    new ActionRowBuilder<UserSelectMenuBuilder>().addComponents(
      new UserSelectMenuBuilder().setCustomId('who').setPlaceholder('Somebody'),
    ),
    new ActionRowBuilder<RoleSelectMenuBuilder>().addComponents(
      new RoleSelectMenuBuilder().setCustomId('role').setPlaceholder('A role'),
    ),
    new ActionRowBuilder<ChannelSelectMenuBuilder>().addComponents(
      new ChannelSelectMenuBuilder().setCustomId('where').setPlaceholder('A channel'),
    ),
  ];
}

const choices = (...names: readonly string[]) =>
  names.map((name) => ({ label: name, value: name.toLowerCase() }));

export const form: ModalComponentData = {
  customId: 'edit-prompt',
  title: 'Edit the prompt',
  components: [
    new LabelBuilder()
      .setLabel('Prompt')
      .setDescription('What the video shows')
      .setTextInputComponent(
        new TextInputBuilder()
          .setCustomId('prompt')
          .setStyle(TextInputStyle.Paragraph)
          .setValue('A lighthouse in fog')
          .setMinLength(5)
          .setMaxLength(60),
      ),
    {
      type: ComponentType.Label,
      label: 'Size',
      component: {
        type: ComponentType.StringSelect,
        customId: 'size',
        placeholder: 'A size',
        options: choices('720P', '1080P'),
      },
    },
    {
      type: ComponentType.Label,
      label: 'Speed',
      component: { type: ComponentType.RadioGroup, customId: 'speed', options: choices('Slow', 'Fast') },
    },
    {
      type: ComponentType.Label,
      label: 'Extras',
      component: {
        type: ComponentType.CheckboxGroup,
        customId: 'extras',
        required: false,
        minValues: 0,
        options: choices('Sound', 'Mark'),
      },
    },
    {
      type: ComponentType.Label,
      label: 'Remember this',
      component: { type: ComponentType.Checkbox, customId: 'remember' },
    },
  ],
};

/** What "Make a video of this" asks back, filled with what the message says. */
export function promptForm(prompt: string): ModalComponentData {
  const input = new TextInputBuilder().setCustomId('prompt').setStyle(TextInputStyle.Paragraph);
  return {
    customId: 'video-of-this',
    title: 'Make a video of this',
    components: [
      { type: ComponentType.TextDisplay, content: 'Change what you like, then **submit**.' },
      new LabelBuilder().setLabel('Prompt').setTextInputComponent(input.setMaxLength(1500).setValue(prompt)),
    ],
  };
}

/** Files, none to three and of two kinds, a choice that is made already, and a short line. */
export const uploadForm: ModalComponentData = {
  customId: 'upload',
  title: 'Add references',
  components: [
    {
      type: ComponentType.Label,
      label: 'References',
      description: 'Pictures or videos, in the order of the characters',
      component: {
        type: ComponentType.FileUpload,
        customId: 'files',
        required: false,
        minValues: 0,
        maxValues: 3,
        fileTypes: ['image', '.txt'],
      },
    },
    {
      type: ComponentType.Label,
      label: 'Size',
      component: {
        type: ComponentType.StringSelect,
        customId: 'size',
        options: [
          { label: '720P', value: '720p', description: '1280 × 720', default: true },
          { label: '1080P', value: '1080p', description: '1920 × 1080' },
        ],
      },
    },
    new LabelBuilder()
      .setLabel('Seed')
      .setTextInputComponent(
        new TextInputBuilder()
          .setCustomId('seed')
          .setStyle(TextInputStyle.Short)
          .setRequired(false)
          .setValue('7'),
      ),
  ],
};

function square(colour: string): Buffer {
  const canvas = createCanvas(400, 300);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 400, 300);
  return canvas.toBuffer('image/png');
}
