import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { toolNames } from '../../src/conversation/tools/tool-names.ts';
import { youMay } from '../../src/discord/guards.ts';
import { marksOf } from '../../src/language/marks.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { choicesOf, editorOf, Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';

/** `/converse tools`: what the bot can do in this server's conversations. */
export function converseTools(desk: ConversationDesk): ChatCommand<'converse tools'> {
  return {
    path: ['converse', 'tools'],
    options: [
      { kind: 'string', name: 'tool', choices: choicesOf(toolNames) },
      { kind: 'boolean', name: 'enabled' },
    ],
    guards: [youMay('ManageGuild')],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const { tools } = words.conversation;
      const tool = given.choice('tool', toolNames);
      const without = await desk.guilds.withoutTools(interaction.guildId);
      if (tool) {
        const isOn = given.flag('enabled') ?? without.has(tool);
        await desk.guilds.switchTool(editorOf(interaction), tool, isOn);
        await answerWith(interaction, sentence(tools.changed(tools.names[tool], isOn)));
        return;
      }
      const rows = toolNames.map(
        (name) =>
          `- ${tools.names[name]}${marksOf(words.locale).colon}${tools.state[without.has(name) ? 'off' : 'on']}`,
      );
      await answerWith(interaction, sentence([tools.title, ...rows, `-# ${tools.notWithSearch}`].join('\n')));
    },
  };
}
