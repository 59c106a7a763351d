import type { ServerSettings } from '../../src/community/server-settings.ts';
import type { Messenger } from '../../src/discord/messenger.ts';
import type { ChannelCheck } from '../../src/discord/needed-permissions.ts';
import type { Offered } from '../../src/moderation/controls.ts';
import { SettingsDesk, type SettingsDeskParts } from '../../src/moderation/settings-desk.ts';
import { systemClock } from '../../src/operations/clock.ts';

const values = (...names: string[]) => names.map((value) => ({ value, label: value }));

/** A few of everything. */
export const offered: Offered = {
  textModels: values('gen2.7-t2v', 'gen2.2-t2v-plus'),
  referenceModels: values('gen2.6-r2v'),
  resolutions: values('480P', '720P'),
  voices: values('harbour', 'meadow'),
  conversationModels: values('xq3.5-omni-realtime'),
  conversationVoices: values('Cherry', 'Ethan'),
  languages: values('de', 'en', 'zh'),
  tools: values('start_video', 'set_timer'),
};

export function settingsDeskOf(
  settings: ServerSettings,
  messenger: Pick<Messenger, 'post'>,
  changes: Partial<SettingsDeskParts> & { readonly checks?: readonly ChannelCheck[] } = {},
): SettingsDesk {
  const { checks = [], ...parts } = changes;
  return new SettingsDesk({
    settings,
    offeredIn: () => offered,
    permissionsIn: () => checks,
    worstDayOf: async () => ({
      worst: [
        { unit: 'video-seconds', most: 600 },
        { unit: 'live-seconds', most: 'unlimited' },
      ],
      videosTogether: undefined,
      money: undefined,
      currency: '$',
      unpriced: [],
    }),
    contradictionsIn: () => [],
    chooseVoice: async (editor, voice) => {
      await settings.page('speech').change(editor, (page) => ({ ...page, voice: { ...page.voice, voice } }));
    },
    download: async () => new Uint8Array(),
    messenger,
    clock: systemClock,
    ...parts,
  });
}
