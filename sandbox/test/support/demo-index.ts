import type { CommandIndex, CommandOption } from '../../console/page/wire/command.ts';
import { optionTypes } from '../../console/page/wire/command.ts';

const option = (type: number, name: string, more: Partial<CommandOption> = {}): CommandOption => ({
  type,
  name,
  description: `the ${name}`,
  ...more,
});

/** What a person's client is told about commands: one with subcommands and a group, one without options. */
export const demoIndex: CommandIndex = {
  applications: [{ id: '9', name: 'Emcee' }],
  application_commands: [
    {
      id: '100',
      application_id: '9',
      version: '7',
      name: 'video',
      name_localizations: { 'zh-CN': '视频' },
      description: 'Videos',
      options: [
        option(optionTypes.subcommand, 'text', {
          name_localizations: { 'zh-CN': '文字' },
          description_localizations: { 'zh-CN': '从文字到视频' },
          options: [
            option(optionTypes.integer, 'seconds', { min_value: 2, max_value: 15 }),
            option(optionTypes.string, 'prompt', { required: true, min_length: 3, max_length: 20 }),
            option(optionTypes.string, 'ratio', {
              choices: [
                { name: '16:9', value: '16:9' },
                { name: 'Square', value: '1:1', name_localizations: { 'zh-CN': '方形' } },
              ],
            }),
            option(optionTypes.boolean, 'mark'),
            option(optionTypes.attachment, 'sound'),
            option(optionTypes.string, 'voice', { autocomplete: true }),
            option(optionTypes.user, 'friend'),
            option(optionTypes.number, 'volume'),
          ],
        }),
        option(optionTypes.group, 'queue', {
          options: [option(optionTypes.subcommand, 'clear')],
        }),
      ],
    },
    { id: '101', application_id: '9', version: '1', guild_id: '5', name: 'ping', description: 'Answers' },
    { id: '102', application_id: '9', version: '1', type: 3, name: 'Speak this', description: '' },
  ],
};
