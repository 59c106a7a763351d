import type { AutocompleteInteraction } from 'discord.js';
import { Refusal } from '../refusal/refusal.ts';
import type { CallFrame, ChatCommand, Choice } from './command.ts';
import { cutText, stripDeceptive } from './escape.ts';

/** Discord's limits on autocomplete. */
const maxSuggestions = 25;
const maxNameCharacters = 100;

/**
 * Answers an autocomplete interaction. It can't be deferred or show an error, so any failure becomes an empty list and
 * a log line. Never rejects.
 */
export async function suggest(
  interaction: AutocompleteInteraction,
  command: ChatCommand | undefined,
  frame: CallFrame,
): Promise<void> {
  try {
    const choices = await choicesOf(interaction, command, frame);
    await interaction.respond(
      choices.slice(0, maxSuggestions).map((choice) => ({
        name: cutText(stripDeceptive(choice.label), maxNameCharacters),
        value: choice.value,
      })),
    );
  } catch (error) {
    frame.log.warn({ err: error, command: interaction.commandName }, "couldn't send suggestions");
  }
}

async function choicesOf(
  interaction: AutocompleteInteraction,
  command: ChatCommand | undefined,
  frame: CallFrame,
): Promise<readonly Choice[]> {
  if (!command?.autocomplete || !interaction.inCachedGuild()) return [];
  try {
    for (const guard of command.guards ?? []) if (guard.ofPerson) await guard.check(interaction);
    const { name, value } = interaction.options.getFocused(true);
    return await command.autocomplete({ ...frame, interaction, focused: { name, value: typed(value) } });
  } catch (error) {
    if (error instanceof Refusal) return [];
    frame.log.warn({ err: error, command: interaction.commandName }, "couldn't make suggestions");
    return [];
  }
}

/** Anything but text and numbers counts as nothing typed. */
function typed(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
