import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolNames } from '../conversation/tools/tool-names.ts';
import { checkChannels } from '../discord/needed-permissions.ts';
import { nameBothWays } from '../interpreter/language-names.ts';
import type { LimitsDesk } from '../limits/desk.ts';
import { contradictionLines } from '../limits/panel-page.ts';
import { anyAddress } from '../media/addresses.ts';
import { downloadToFile } from '../media/download.ts';
import { DownloadError } from '../media/download-error.ts';
import type { Offered } from '../moderation/controls.ts';
import { SettingsDesk } from '../moderation/settings-desk.ts';
import { Refusal } from '../refusal/refusal.ts';
import { conversationModelNames, conversationModels } from '../service/realtime/models.ts';
import { languageCodes } from '../service/realtime/translation/languages.ts';
import type { SpeechDesk } from '../speech/desk.ts';
import { labelOf } from '../speech/voice-book.ts';
import { modelsFor } from '../video/ask.ts';
import { videoOptions } from '../video/options.ts';
import { wordsFor } from '../words/index.ts';
import type { SharedParts } from './parts.ts';

const downloadTimeoutMs = 10_000;

export function settingsDesk(
  parts: SharedParts,
  { speech, limits }: { readonly speech: SpeechDesk; readonly limits: LimitsDesk },
): SettingsDesk {
  const { client, settings, messenger, clock, signal } = parts;
  return new SettingsDesk({
    settings,
    offeredIn: (locale) => offeredIn(parts, speech, locale),
    permissionsIn: (guildId) => {
      const guild = client.guilds.cache.get(guildId);
      return guild ? checkChannels(guild) : [];
    },
    worstDayOf: async (guildId) => await limits.worstDay(guildId),
    contradictionsIn: (page, words) => contradictionLines(page, limits.owners, words),
    chooseVoice: async (editor, voice) => {
      if (voice !== undefined) await speech.voices.changeGuild(editor, { voice }, false);
      else
        await settings.page('speech').change(editor, ({ voice: { voice: _, ...others }, ...page }) => ({
          ...page,
          voice: others,
        }));
    },
    download: async (url, maxBytes) => await downloaded(url, maxBytes, signal),
    messenger,
    clock,
  });
}

/** What there is to choose from. */
function offeredIn({ config }: SharedParts, speech: SpeechDesk, locale: string): Offered {
  const { region } = config.service;
  const words = wordsFor(locale);
  const asTheyAre = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const resolutions = videoOptions.flatMap((row) => (row.name === 'resolution' ? [...row.choices] : []));
  const [usual] = conversationModels;
  const model = conversationModels.find(({ name }) => name === config.conversation.model) ?? usual;
  return {
    textModels: asTheyAre(modelsFor('text', region)),
    referenceModels: asTheyAre(modelsFor('reference', region)),
    resolutions: resolutions.map((value) => ({ value, label: value.toLowerCase() })),
    voices: speech.book
      .suggest('', undefined, locale)
      .map((voice) => ({ value: voice.name, label: labelOf(voice) })),
    conversationModels: asTheyAre(conversationModelNames),
    conversationVoices: asTheyAre(model.voices),
    languages: languageCodes.map((value) => ({ value, label: nameBothWays(value, words.locale) })),
    tools: toolNames.map((value) => ({ value, label: words.conversation.tools.names[value] })),
  };
}

/** @throws {Refusal} `settings-file-invalid` */
async function downloaded(url: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'emcee-settings-'));
  const path = join(folder, 'settings.json');
  const timing = { timeoutMs: downloadTimeoutMs, idleTimeoutMs: downloadTimeoutMs };
  try {
    await downloadToFile({ url, path, maxBytes, policy: anyAddress, signal, ...timing });
    return await readFile(path);
  } catch (error) {
    if (error instanceof DownloadError) throw new Refusal({ code: 'settings-file-invalid' });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
