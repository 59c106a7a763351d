import { shownDifferences } from '../../src/community/words/shown-differences.ts';
import { button, buttonRow, container, text } from '../../src/discord/layout.ts';
import type { SettingsDesk } from '../../src/moderation/settings-desk.ts';
import { exportedFile, mostBytes } from '../../src/moderation/transfer.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { type Asking, editorOf, Given } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand, SelectRoute } from '../kit/surface.ts';
import { moderatorsFrame } from './controls.ts';
import { saveAndShow } from './panel.ts';

/** Takes one change back. */
export function undoChange(desk: SettingsDesk): SelectRoute {
  return {
    ...moderatorsFrame,
    action: 'undo',
    run: async ({ interaction, values: [revision], words }) =>
      await undo(desk, interaction, Number(revision), words),
  };
}

/** Its limits couldn't both be meant, and its moderator read that. */
function undoAnyway(desk: SettingsDesk): ButtonRoute {
  return {
    ...moderatorsFrame,
    action: 'undo-anyway',
    run: async ({ interaction, id, words }) => {
      const [revision, agreedAt] = id.split('.').map(Number);
      await undo(desk, interaction, revision ?? Number.NaN, words, agreedAt);
    },
  };
}

async function undo(
  desk: SettingsDesk,
  interaction: Asking,
  revision: number,
  words: CallFrame['words'],
  agreedAt?: number,
): Promise<void> {
  await saveAndShow(desk, interaction, 'changes', words, async () => {
    const { contradictions, at } = await desk.undo(editorOf(interaction), revision, words, agreedAt);
    const { wasUndone, notUndone, undoAnyway } = words.settings.changes;
    if (contradictions.length === 0) return wasUndone;
    return {
      why: [notUndone, ...contradictionLines(contradictions, words)].join('\n'),
      asked: buttonRow([button('danger', undoAnyway, 'settings', 'undo-anyway', `${revision}.${at}`)]),
    };
  });
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
    undoAnyway(desk),
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

function contradictionLines(sentences: readonly string[], words: CallFrame['words']): readonly string[] {
  const shown = sentences.slice(0, shownContradictions).map((each) => `⚠️ ${each}`);
  const rest = sentences.length - shown.length;
  return [...shown, ...(rest > 0 ? [words.news.places.more(rest)] : [])];
}

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
    ? desk.parts.contradictionsIn(limits, words)
    : [];
  const lines = [
    said.title,
    ...shown,
    ...(rest > 0 ? [places.more(rest)] : []),
    ...contradictionLines(contradictions, words),
  ];
  const apply = button('primary', said.apply, 'settings', 'apply', id);
  await answerWith(interaction, { components: [container([text(lines.join('\n')), ...buttonRow([apply])])] });
}
