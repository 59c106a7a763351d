import { countdown, orPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SettingsRefusal } from '../../refusal/settings.ts';

export const settingsRefusals: RefusalSentences<SettingsRefusal> = {
  'settings-changed-since': ({ userId, at }) =>
    `<@${userId}> changed this ${countdown(at)}, so I kept that. Look again, and change it if you still want to.`,
  'settings-undo-late': () => 'That change is more than 30 days old. Change the setting itself instead.',
  'settings-file-invalid': () => "I can't read that file. Use one from **Export** in `/settings`.",
  'settings-channel-first': () => "Pick the moderators' channel first, so videos have somewhere to wait.",
  'feature-off': () => "That's off in this server. A moderator can turn it on in `/settings`.",
  'feature-blocked': () =>
    "The moderators don't let you use this. Ask one of them if you think that's a mistake.",
  'feature-roles': ({ roleIds }) =>
    `You need ${orPhrase(
      roleIds.map((id) => `<@&${id}>`),
      'en',
    )} for this. Ask a moderator.`,
  'feature-channels': ({ channelIds }) =>
    channelIds.length === 0
      ? "This isn't allowed in this channel. Ask a moderator where it is."
      : `This is only for ${orPhrase(
          channelIds.map((id) => `<#${id}>`),
          'en',
        )}. Try it there.`,
  'words-blocked': () => 'Your text has a word that this server blocks. Try different words.',
  'settings-undo-overlaps': () => 'That was changed again since. Undo the newer change first.',
};
