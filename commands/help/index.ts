import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandsWords } from '../../src/discord/words/command-words.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import type { ChatCommand, FeatureSurface } from '../kit/surface.ts';

type Gate = (interaction: ChatInputCommandInteraction<'cached'>, route: string) => Promise<void>;

/** Discord takes 4,000 characters in a message. */
const mostCharacters = 3_900;

/** `/help`: the commands that this person may use in this channel, as they're registered. */
export function helpSurface(surfaces: readonly FeatureSurface[], gate: Gate): FeatureSurface {
  const help: ChatCommand<'help'> = {
    path: ['help'],
    options: [],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const lines: string[] = [];
      for (const command of surfaces.flatMap(({ commands }) => commands)) {
        if (!(await mayUse(command, interaction, gate))) continue;
        const name = command.path.join(' ');
        const said: CommandsWords = words.commands;
        lines.push(`- \`/${name}\` ${said[name]?.description ?? ''}`);
      }
      const { title, nothing } = words.help;
      const shown = lines.length === 0 ? [nothing] : [title, ...lines];
      while (shown.join('\n').length > mostCharacters) shown.pop();
      await answerWith(interaction, sentence(shown.join('\n')));
    },
  };
  return { commands: [help], buttons: [], modals: [] };
}

/** Not hidden by the bot's owner, a permission, or what moderators decided. */
async function mayUse(
  { path, guards, offered }: ChatCommand,
  interaction: ChatInputCommandInteraction<'cached'>,
  gate: Gate,
): Promise<boolean> {
  if (offered === false) return false;
  try {
    for (const guard of guards ?? []) if (guard.ofPerson) await guard.check(interaction);
    await gate(interaction, `command ${path.join(' ')}`);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
