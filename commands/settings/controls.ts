import { sees } from '../../src/authority/place.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { stripDeceptive } from '../../src/discord/escape.ts';
import { youMay } from '../../src/discord/guards.ts';
import {
  type Control,
  controlOf,
  longestWord,
  mostWords,
  type PanelPage,
} from '../../src/moderation/controls.ts';
import { noChoice } from '../../src/moderation/panel-page.ts';
import type { SettingsDesk } from '../../src/moderation/settings-desk.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { editorOf, typedIn } from '../kit/given.ts';
import { type ButtonRoute, type ModalRoute, ownForm, ownFormId, type SelectRoute } from '../kit/surface.ts';
import { textField } from '../kit/text-field.ts';
import { pageNamed, saveAndShow, showPage } from './panel.ts';

export const moderatorsFrame = {
  feature: 'settings',
  acknowledge: 'update',
  guards: [youMay('ManageGuild')],
} as const;

/** Which setting, on which page, and the revision that its moderator looked at. */
interface Named {
  readonly page: PanelPage;
  readonly control: Control;
  readonly seen: number;
  readonly value: string | undefined;
}

function named(id: string): Named {
  const [page, name = '', revision, value] = id.split('.');
  const control = controlOf(page ?? '', name);
  const seen = Number(revision);
  if (!control || !Number.isInteger(seen)) throw new Refusal({ code: 'control-expired' });
  return { page: pageNamed(page), control, seen, value };
}

export function settingSelects(desk: SettingsDesk): readonly SelectRoute[] {
  return [
    {
      ...moderatorsFrame,
      action: 'page',
      run: async ({ interaction, values: [page], words }) =>
        await showPage(desk, interaction, pageNamed(page), words),
    },
    {
      ...moderatorsFrame,
      action: 'set',
      run: async ({ interaction, id, values, words, publicWords, reference }) => {
        const { page, control, seen } = named(id);
        const { guildId, user } = interaction;
        const actor = actorOf(interaction);
        const chosen = values.filter((value) => value !== noChoice);
        const isPlace = control.kind === 'channel' || control.kind === 'channels';
        if (isPlace && !chosen.every((channelId) => sees(actor, { guildId, channelId })))
          throw new Refusal({ code: 'channel-unknown', option: 'channel' });
        await saveAndShow(desk, interaction, page, words, async () => {
          await desk.choose(editorOf(interaction, seen), control, chosen, interaction.locale);
          const [channelId] = chosen;
          if (control.kind !== 'channel' || channelId === undefined) return undefined;
          const { message } = publicWords.settings.test;
          const { posted, failed } = words.settings.test;
          const works = await desk.postTest(channelId, message(`<@${user.id}>`), reference);
          return (works ? posted : failed)(channelId);
        });
      },
    },
  ];
}

export function settingButtons(desk: SettingsDesk): readonly ButtonRoute[] {
  return [
    {
      ...moderatorsFrame,
      action: 'switch',
      run: async ({ interaction, id, words }) => {
        const { page, control, seen, value = '' } = named(id);
        await saveAndShow(desk, interaction, page, words, async () => {
          await desk.choose(editorOf(interaction, seen), control, [value], interaction.locale);
          return undefined;
        });
      },
    },
    {
      ...moderatorsFrame,
      action: 'turn-on',
      run: async ({ interaction, id, words }) => {
        const [seen, reviewed] = id.split('.');
        await saveAndShow(desk, interaction, 'start', words, async () => {
          const channelId = await desk.turnOn(editorOf(interaction, Number(seen)), reviewed === 'true');
          const { isOn, isOnReviewed } = words.settings.start;
          return channelId === undefined ? isOn : isOnReviewed(channelId);
        });
      },
    },
    {
      ...moderatorsFrame,
      action: 'words',
      acknowledge: 'none',
      run: async ({ interaction, words }) => {
        const { access, revision } = await desk.parts.settings.read(interaction.guildId);
        const { form } = words.settings;
        const typed = { label: form.label, long: true, required: false, most: 4_000 };
        await interaction.showModal({
          custom_id: ownFormId(interaction, { feature: 'settings', action: 'words', id: String(revision) }),
          title: form.title,
          components: [textField('words', { ...typed, value: access.words.join('\n') })],
        });
      },
    },
  ];
}

/** The list of blocked words, one a line. */
export function wordsForm(desk: SettingsDesk): ModalRoute {
  return ownForm({
    feature: 'settings',
    action: 'words',
    reply: 'private',
    guards: moderatorsFrame.guards,
    run: async ({ interaction, id, words }) => {
      const lines = stripDeceptive(typedIn(interaction, 'words')).split('\n');
      const typed = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
      if (typed.length > mostWords || typed.some((word) => Array.from(word).length > longestWord))
        throw new Refusal({ code: 'option-invalid', option: 'words', rule: words.settings.wordsInvalid });
      const control = controlOf('news', 'words');
      if (!control) throw new Refusal({ code: 'control-expired' });
      await saveAndShow(desk, interaction, 'news', words, async () => {
        await desk.choose(editorOf(interaction, Number(id)), control, typed, interaction.locale ?? 'en-US');
        return undefined;
      });
    },
  });
}
