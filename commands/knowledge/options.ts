import { placedActorOf } from '../../src/discord/actor.ts';
import { cutText } from '../../src/discord/escape.ts';
import { plainName } from '../../src/knowledge/describe.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { matches } from '../../src/knowledge/query.ts';
import { documentStatuses } from '../../src/service/knowledge/client.ts';
import { choicesOf, typedText } from '../kit/given.ts';
import type { AutocompleteCall, Choice, CommandOption } from '../kit/surface.ts';

/** Discord's limit on a suggestion's name and value. */
const longestSuggestion = 100;
const mostSuggestions = 25;

export const longestNameOption = 300;
export const nameOption: CommandOption<'name'> = {
  kind: 'string',
  name: 'name',
  maxLength: longestNameOption,
  autocomplete: true,
};
export const matchOption: CommandOption<'match'> = {
  kind: 'string',
  name: 'match',
  choices: choicesOf(matches),
};
export const statusOption: CommandOption<'status'> = {
  kind: 'string',
  name: 'status',
  choices: choicesOf(documentStatuses),
};
export const baseOption: CommandOption<'base'> = {
  kind: 'string',
  name: 'base',
  maxLength: 80,
  autocomplete: true,
};

/** Bases that the person can use here, and names of the chosen one's documents. */
export function suggestBasesAndNames(
  desk: KnowledgeDesk,
): (call: AutocompleteCall) => Promise<readonly Choice[]> {
  return async ({ interaction, focused }) => {
    const reader = placedActorOf(interaction);
    if (focused.name === 'base') {
      const typed = focused.value.trim().toLowerCase();
      return (await desk.bases.openTo(reader))
        .filter(({ id, name }) => id.includes(typed) || name.toLowerCase().includes(typed))
        .slice(0, mostSuggestions)
        .map(({ id, name }) => ({ value: id, label: plainName(name) }));
    }
    const base = await desk.bases.pick(reader, typedText(interaction, 'base') ?? undefined);
    const documents = await desk.names.suggest(base, focused.value, mostSuggestions);
    const choices = documents.map(({ name }) => ({
      value: suggestedValue(name),
      label: cutText(plainName(name), longestSuggestion),
    }));
    return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
  };
}

/** As much of the name as fits, because part of a name finds it, too. */
function suggestedValue(name: string): string {
  return name.length <= longestSuggestion
    ? name
    : name.slice(0, longestSuggestion).replace(/[\ud800-\udbff]$/, '');
}
