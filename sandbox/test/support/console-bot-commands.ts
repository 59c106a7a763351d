import { ApplicationCommandType, ContextMenuCommandBuilder, SlashCommandBuilder } from 'discord.js';

/** A command with every option type, limits and autocomplete, and one subcommand for each thing an answer can be. */
export const everyOption = new SlashCommandBuilder()
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
  .addSubcommand((sub) => sub.setName('upload').setDescription('A form that takes files'))
  .addSubcommand((sub) => sub.setName('silence').setDescription('No answer at all'));

/** A command with as many options as real ones have: one required, nineteen to add, five of them files. */
export const manyOptions = manyOptionsCommand();

function manyOptionsCommand() {
  const command = new SlashCommandBuilder().setName('many').setDescription('Twenty options');
  command.addStringOption((option) =>
    option.setName('prompt').setDescription('What to show').setRequired(true).setMaxLength(1500),
  );
  for (const number of [1, 2, 3, 4, 5])
    command.addAttachmentOption((option) =>
      option.setName(`reference${number}`).setDescription(`Character ${number}: a picture or a video`),
    );
  command.addStringOption((option) =>
    option
      .setName('model')
      .setDescription('Which model')
      .addChoices({ name: 'Old', value: 'old' }, { name: 'New', value: 'new' }),
  );
  command.addStringOption((option) =>
    option.setName('size').setDescription('Depends on the model').setAutocomplete(true),
  );
  command.addIntegerOption((option) =>
    option.setName('duration').setDescription('Seconds, depending on the model').setAutocomplete(true),
  );
  command.addNumberOption((option) => option.setName('strength').setDescription('How strongly'));
  command.addIntegerOption((option) =>
    option.setName('seed').setDescription('For the same again').setMinValue(0).setMaxValue(2_147_483_647),
  );
  for (const name of ['sound', 'watermark', 'extend', 'private', 'loop'])
    command.addBooleanOption((option) => option.setName(name).setDescription(`With ${name} or without`));
  for (const name of ['avoid', 'audio', 'reference-urls', 'note'])
    command.addStringOption((option) => option.setName(name).setDescription(`Words about ${name}`));
  return command;
}

/** One command in the menu of messages that asks back, one that answers; one in the menu of users. */
export const menuCommands = [
  new ContextMenuCommandBuilder()
    .setName('Make a video of this')
    .setNameLocalizations({ 'zh-CN': '用这条消息生成视频' })
    .setType(ApplicationCommandType.Message),
  new ContextMenuCommandBuilder().setName('Count its files').setType(ApplicationCommandType.Message),
  new ContextMenuCommandBuilder().setName('Greet').setType(ApplicationCommandType.User),
];
