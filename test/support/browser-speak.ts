import type { Locator } from 'playwright-core';
import {
  compareSound,
  type Likeness,
  loudness,
  type Sound,
} from '../../sandbox/test/support/audio-compare.ts';
import type { BrowserOptions } from '../../sandbox/test/support/browser-page.ts';
import { openVoicePage, type VoicePage } from '../../sandbox/test/support/browser-voice.ts';
import { type BrowserStage, openStagedPage } from './browser-stage.ts';
import type { Stage, StageOptions } from './stage.ts';

export interface SpeakPageOptions extends StageOptions, BrowserOptions {
  readonly person: 'owner' | 'moderator' | 'member' | 'newcomer';
}

/** A browser at the voice channel Lounge, whose chat is below it, in front of everything that `npm start` starts. */
export interface SpeakPage extends BrowserStage {
  readonly voice: VoicePage;
  /** The bot among those in the voice channel on screen. */
  readonly bot: Locator;
  /** The status line of the voice channel on screen. */
  readonly status: Locator;
  /** The panel of the room, with its buttons. */
  readonly panel: Locator;
  /** What the service made of the text when it was last asked for. */
  synthesized(text: string): Sound;
  /**
   * What was synthesized for a text, against what came out of the page. `say` has it said and resolves when it sounds, or
   * did; as a browser on a busy machine may tear a sentence, it is called again until one came whole.
   */
  heard(text: string, say: () => Promise<void>): Promise<HeardOnPage>;
}

export interface HeardOnPage extends Likeness {
  /** Loudness of what was heard, as a share of what was synthesized, over the length of that. */
  readonly loudness: number;
}

const tries = 20;
const patience = { timeout: 90_000 };

export async function openSpeakPage(options: SpeakPageOptions): Promise<SpeakPage> {
  // In a quiet room: what a person says themselves is nothing that these look at.
  const microphone = { sampleRateHz: 48_000, samples: new Int16Array(48_000) };
  const { seen: voice, ...at } = await openStagedPage(
    options,
    async (stage, url) =>
      await openVoicePage({ ...options, url, channelId: stage.discord.channels.voice, microphone }),
  );
  const { page, stage } = at;
  const synthesized = (text: string) => synthesizedFor(stage, text);
  const stop = page.getByRole('button', { name: 'Stop' });
  return {
    ...at,
    voice,
    bot: voice.person('emcee'),
    status: page.locator('.voice-place .voice-status'),
    panel: page.locator('[data-message-id]').filter({ has: stop }),
    synthesized,
    heard: async (text, say) => {
      for (let left = tries; ; left -= 1) {
        const fromMs = performance.now();
        await say();
        // Saving what was heard is work that would tear what is still being played.
        await voice.person('emcee(?!.*speaking)').waitFor(patience);
        const heard = comparedWith(synthesized(text), await voice.heard(fromMs));
        const isWhole = heard.correlation > 0.9 && heard.missingHeadMs < 30 && heard.missingTailMs < 30;
        if (left === 1 || isWhole) return heard;
      }
    },
  };
}

function comparedWith(said: Sound, { samples }: { readonly samples: Int16Array }): HeardOnPage {
  const likeness = compareSound(said, { samples, sampleRateHz: 48_000 });
  const from = Math.max(0, Math.round(likeness.lagMs * 48));
  const length = Math.round((said.samples.length / said.sampleRateHz) * 48_000);
  const there = samples.subarray(from, from + length);
  return { ...likeness, loudness: loudness(there) / loudness(said.samples) };
}

function synthesizedFor({ service }: Stage, text: string): Sound {
  const { synthesis } = service;
  const task = synthesis.tasks.findLast((each) => each.text === text);
  const sound = task && synthesis.synthesized(task.id);
  if (!sound) throw new Error(`nothing was synthesized for this text: ${text}`);
  const { samples, sampleRateHz } = sound;
  if (sampleRateHz !== 16_000 && sampleRateHz !== 24_000 && sampleRateHz !== 48_000)
    throw new Error(`${sampleRateHz} Hz cannot be compared`);
  return { samples, sampleRateHz };
}
