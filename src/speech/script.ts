import type { Pronunciation } from '../community/settings-pages.ts';
import { stripDeceptive } from '../discord/escape.ts';
import type { FeedBody } from '../discord/message-feed.ts';
import { Refusal } from '../refusal/refusal.ts';
import { isOffered } from '../service/synthesis/offered.ts';
import type { SynthesisRequest } from '../service/synthesis/synthesis-types.ts';
import { billedCharacters, checkSpokenText } from '../service/synthesis/text-cutting.ts';
import type { Pronouncer } from './pronunciation.ts';
import { messageText } from './reading/message-text.ts';
import type { ReferenceNames } from './reading/references.ts';
import { canBeSaid, spokenText } from './reading/spoken-text.ts';
import { readSsml } from './ssml.ts';
import type { Sound } from './voice-choice.ts';
import type { ReadingPhrases } from './words/reading.en.ts';

/** A text as it's sent to the service. */
export interface Script {
  readonly input: string;
  /** What's heard, for people to read. */
  readonly spoken: string;
  /** The most characters that may be billed. */
  readonly characters: number;
  readonly ssml: boolean;
  readonly hotFix?: SynthesisRequest['hotFix'];
}

interface ScriptSettings {
  /** The guild's pronunciations; absent if it has none. */
  readonly pronouncer?: Pronouncer | undefined;
  /** The most characters in one text. */
  readonly longestText: number;
}

/**
 * Applies the guild's pronunciations to a cleaned text: as `hot_fix` if the voice takes it (document 2 A), otherwise in
 * the text itself.
 * @throws {Refusal} `speech-empty`, `speech-too-long`
 */
export function scriptOf(
  text: string,
  sound: Pick<Sound, 'model' | 'voice'>,
  settings: ScriptSettings,
): Script {
  if (!canBeSaid(text)) throw new Refusal({ code: 'speech-empty' });
  assertShort(text, settings.longestText);
  const { text: replaced, found } = settings.pronouncer?.read(text) ?? { text, found: [] };
  if (found.length === 0 || !isOffered('hotFix', sound.model, sound.voice)) {
    return { input: replaced, spoken: text, characters: billedCharacters(replaced), ssml: false };
  }
  return {
    input: text,
    spoken: text,
    // The document doesn't say which of the two is billed.
    characters: Math.max(billedCharacters(text), billedCharacters(replaced)),
    ssml: false,
    hotFix: hotFixOf(found),
  };
}

/**
 * The same for SSML, whose texts get the pronunciations.
 * @throws {Refusal} `speech-ssml-malformed`, `speech-ssml-no-speak`, `speech-empty`, `speech-too-long`
 */
export function ssmlScriptOf(source: string, settings: ScriptSettings): Script {
  assertShort(source, settings.longestText);
  const read = readSsml(stripDeceptive(source), (text) => settings.pronouncer?.read(text).text ?? text);
  if (read === 'malformed') throw new Refusal({ code: 'speech-ssml-malformed' });
  if (read === 'no-speak') throw new Refusal({ code: 'speech-ssml-no-speak' });
  if (!canBeSaid(read.spoken)) throw new Refusal({ code: 'speech-empty' });
  const tooLong = checkSpokenText(read.text, true).find(({ rule }) => rule === 'too-long');
  if (tooLong) {
    const characters = Array.from(read.text).length;
    throw new Refusal({ code: 'speech-too-long', characters, limit: tooLong.max ?? 0 });
  }
  const characters = billedCharacters(read.text, true);
  return { input: read.text, spoken: read.spoken, characters, ssml: true };
}

function hotFixOf(found: readonly Pronunciation[]): NonNullable<SynthesisRequest['hotFix']> {
  const pronunciation = found.flatMap(({ word, pinyin }) => (pinyin ? [{ word, pinyin }] : []));
  const replace = found.flatMap(({ word, as, pinyin }) => (pinyin ? [] : [{ word, by: as }]));
  return {
    ...(pronunciation.length > 0 ? { pronunciation } : {}),
    ...(replace.length > 0 ? { replace } : {}),
  };
}

function assertShort(text: string, limit: number): void {
  const characters = Array.from(text).length;
  if (characters > limit) throw new Refusal({ code: 'speech-too-long', characters, limit });
}

/** What a person wants to have read. */
export interface TextAsk {
  readonly text: string;
  /** The names behind its ids. */
  readonly names: ReferenceNames;
  /** A whole message instead of the text; its files and the like are named. */
  readonly message?: FeedBody | undefined;
  readonly ssml?: boolean | undefined;
  readonly captions?: boolean | undefined;
  /** Uses the guild's default voice instead of the person's own. */
  readonly asGuild?: boolean | undefined;
  /** A sample for this person only. */
  readonly sample?: boolean | undefined;
}

/** The text as it should sound. */
export function cleaned(ask: TextAsk, phrases: ReadingPhrases, now: number): string {
  const reading = { phrases, emoji: true, now };
  return ask.message
    ? messageText(ask.message, reading)
    : spokenText(ask.text, { ...reading, names: ask.names });
}

/** Opus doesn't have 22.05 kHz, the service's default. PCM at 24 kHz is encoded without resampling (spec: voice). */
const formats = {
  opus: { format: 'opus', sampleRateHz: 48_000, bitRateKbps: 64 },
  pcm: { format: 'pcm', sampleRateHz: 24_000 },
} as const;

/** The request for speech that's heard at once. */
export function liveRequest(
  sound: Sound,
  script: Pick<Script, 'ssml' | 'hotFix'>,
  options: { readonly format: keyof typeof formats; readonly wordTimestamps: boolean },
): SynthesisRequest {
  return {
    ...sound,
    ...formats[options.format],
    ...(script.ssml ? { ssml: true } : {}),
    ...(script.hotFix ? { hotFix: script.hotFix } : {}),
    ...(options.wordTimestamps ? { wordTimestamps: true } : {}),
  };
}
