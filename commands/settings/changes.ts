import { shownDifferences } from '../../src/community/words/shown-differences.ts';
import { button, buttonRow, container, text } from '../../src/discord/layout.ts';
import type { SettingsDesk } from '../../src/moderation/settings-desk.ts';
import { exportedFile, mostBytes } from '../../src/moderation/transfer.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand, SelectRoute } from '../kit/surface.ts';
import { moderatorsFrame } from './controls.ts';
import { editorOf, saveAndShow } from './panel.ts';

/** Takes one change back. */
export function undoChange(desk: SettingsDesk): SelectRoute {
  return {
    ...moderatorsFrame,
    action: 'undo',
    run: async ({ interaction, values: [revision], words }) =>
      await saveAndShow(desk, interaction, 'changes', words, async () => {
        await desk.parts.settings.undo(editorOf(interaction), Number(revision));
        return words.settings.changes.wasUndone;
      }),
  };
}

export function transferButtons(desk: SettingsDesk): readonly ButtonRoute[] {
  return [
    {
      ...moderatorsFrame,
      action: 'export',
      acknowledge: 'private',
      run: async ({ interaction, words }) => {
        const bytes = exportedFile(await desk.parts.settings.read(interaction.guildId));
        const description = words.settings.changes.exported;
        const file = { name: 'emcee-settings.json', bytes, description, attached: true };
        await answerWith(interaction, sentence(description), [file]);
      },
    },
    {
      ...moderatorsFrame,
      action: 'apply',
      run: async ({ interaction, id, words }) =>
        await saveAndShow(desk, interaction, 'changes', words, async () => {
          await desk.applyImport(id, editorOf(interaction));
          return words.settings.import.applied;
        }),
    },
  ];
}

type Interaction = Parameters<ChatCommand['run']>[0]['interaction'];

/** With twenty differences, they fit into a message. */
const shownContradictions = 8;

/** What a file would change, and what in its limits couldn't both be meant, before it does. */
export async function showImport(
  desk: SettingsDesk,
  interaction: Interaction,
  words: CallFrame['words'],
): Promise<void> {
  const file = new Given(interaction).file('import');
  if (!file) return;
  const bytes = await desk.parts.download(file.url, mostBytes);
  const { id, locale } = interaction;
  const { differences, limits } = await desk.readImport(id, editorOf(interaction), bytes, locale);
  const { import: said } = words.settings;
  const { places } = words.news;
  if (differences.length === 0) {
    await answerWith(interaction, sentence(said.same));
    return;
  }
  const shown = differences.slice(0, 20).map((each) => `- ${shownDifferences([each], places)}`);
  const rest = differences.length - shown.length;
  const contradictions = differences.some(({ path: [page] }) => page === 'limits')
    ? desk.parts.contradictionsIn(limits, words).slice(0, shownContradictions)
    : [];
  const lines = [
    said.title,
    ...shown,
    ...(rest > 0 ? [places.more(rest)] : []),
    ...contradictions.map((each) => `⚠️ ${each}`),
  ];
  const apply = button('primary', said.apply, 'settings', 'apply', id);
  await answerWith(interaction, { components: [container([text(lines.join('\n')), ...buttonRow([apply])])] });
}
