import { panelPages } from '../../src/moderation/controls.ts';
import type { SettingsDesk } from '../../src/moderation/settings-desk.ts';
import { choicesOf, Given } from '../kit/given.ts';
import type { ChatCommand, FeatureSurface } from '../kit/surface.ts';
import { showImport, transferButtons, undoChange } from './changes.ts';
import { moderatorsFrame, settingButtons, settingSelects, wordsForm } from './controls.ts';
import { showPage } from './panel.ts';

/** `/settings`: everything that moderators decide. */
function settingsCommand(desk: SettingsDesk): ChatCommand<'settings'> {
  return {
    path: ['settings'],
    options: [
      { kind: 'string', name: 'page', choices: choicesOf(panelPages) },
      { kind: 'attachment', name: 'import', fileTypes: ['.json'] },
    ],
    guards: moderatorsFrame.guards,
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      if (given.file('import')) await showImport(desk, interaction, words);
      else await showPage(desk, interaction, given.choice('page', panelPages) ?? 'start', words);
    },
  };
}

export function settingsSurface(desk: SettingsDesk): FeatureSurface {
  return {
    commands: [settingsCommand(desk)],
    buttons: [...settingButtons(desk), ...transferButtons(desk)],
    selects: [...settingSelects(desk), undoChange(desk)],
    modals: [wordsForm(desk)],
  };
}
