import type { APIComponentInContainer } from 'discord.js';
import { refusalSentence } from '../../src/discord/failure-words.ts';
import { changeControls, changeLines } from '../../src/moderation/changes-page.ts';
import { type PanelPage, panelPages } from '../../src/moderation/controls.ts';
import { type PanelView, renderPanel } from '../../src/moderation/panel-page.ts';
import type { SettingsDesk } from '../../src/moderation/settings-desk.ts';
import { isNothingOn, setUpControls, startLines } from '../../src/moderation/start-page.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith } from '../kit/answer.ts';
import type { Asking } from '../kit/given.ts';
import type { CallFrame } from '../kit/surface.ts';

/** One page of the settings, in the panel that's open. */
export async function showPage(
  desk: SettingsDesk,
  interaction: Asking,
  page: PanelPage,
  words: CallFrame['words'],
  headline?: string,
  asked: readonly APIComponentInContainer[] = [],
): Promise<void> {
  const { guildId, locale } = interaction;
  const { settings: owner, offeredIn, permissionsIn, worstDayOf } = desk.parts;
  const settings = await owner.read(guildId);
  const view: PanelView = { page, settings, offered: offeredIn(locale), headline };
  if (page === 'start') {
    const { start } = words.settings;
    const told = [
      ...(isNothingOn(settings) ? [start.nothingOn] : []),
      ...startLines(permissionsIn(guildId), await worstDayOf(guildId), words),
    ];
    const more = setUpControls(settings, words);
    await answerWith(interaction, renderPanel({ ...view, told, more }, words));
  } else if (page === 'changes') {
    const history = await owner.history(guildId);
    const told = changeLines(history, words);
    const more = [...asked, ...changeControls(history, words)];
    await answerWith(interaction, renderPanel({ ...view, told, more }, words));
  } else await answerWith(interaction, renderPanel(view, words));
}

/** Why nothing is saved yet, and the buttons that would. */
interface Unsaved {
  readonly why: string;
  readonly asked: readonly APIComponentInContainer[];
}

/** Saves, and shows the page as it is then. If someone else was faster, the panel says so and shows what they did. */
export async function saveAndShow(
  desk: SettingsDesk,
  interaction: Asking,
  page: PanelPage,
  words: CallFrame['words'],
  save: () => Promise<string | Unsaved | undefined>,
): Promise<void> {
  const told = await save().catch((error: unknown) => {
    if (!(error instanceof Refusal) || !isAboutSettings(error)) throw error;
    return `⚠️ ${refusalSentence(error.facts, words)}`;
  });
  if (typeof told === 'object') await showPage(desk, interaction, page, words, told.why, told.asked);
  else await showPage(desk, interaction, page, words, told ?? words.settings.saved);
}

export function pageNamed(name: string | undefined): PanelPage {
  const page = panelPages.find((each) => each === name);
  if (!page) throw new Refusal({ code: 'control-expired' });
  return page;
}

function isAboutSettings({ facts: { code } }: Refusal): boolean {
  return code.startsWith('settings-') || code === 'speech-voice-unknown' || code === 'option-not-offered';
}
