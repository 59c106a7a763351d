import { countdown } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SettingsRefusal } from '../../refusal/settings.ts';

export const settingsRefusals: RefusalSentences<SettingsRefusal> = {
  'settings-changed-since': ({ userId, at }) =>
    `<@${userId}> changed this ${countdown(at)}, so I kept that. Look again, and change it if you still want to.`,
  'settings-undo-late': () => 'That change is more than 30 days old. Change the setting itself instead.',
  'settings-undo-overlaps': () => 'That was changed again since. Undo the newer change first.',
};
