import { distance } from 'fastest-levenshtein';
import { Refusal } from '../refusal/refusal.ts';
import type { SynthesisModel } from '../service/synthesis/models.ts';
import { isVoiceOf } from '../service/synthesis/offered.ts';
import type { VoiceListing } from '../service/synthesis/voice-list.ts';

const mostSimilar = 3;
/** Longer than any name; the rest of what's typed is ignored. */
const longestTyped = 128;
/** Longer than anyone's misspelled name. */
const longestMisspelled = 40;

interface Entry {
  readonly voice: VoiceListing;
  readonly names: readonly string[];
}

/** The voices that may be used here, and which one people probably meant. */
export class VoiceBook {
  readonly #voices: readonly VoiceListing[];
  readonly #entries: readonly Entry[];

  /**
   * Without a list, there's only the default voice, whose kind isn't known. It's treated as a system voice, and as a
   * cloned one with `tts-v3.5-*`, which have no system voices (document 2 A, `instruction`).
   */
  constructor(
    voices: readonly VoiceListing[],
    usual: { readonly model: SynthesisModel; readonly voice?: string },
  ) {
    const { model, voice: name } = usual;
    const kind = model.startsWith('tts-v3.5') ? 'cloned' : 'system';
    const only = {
      name: name ?? '',
      kind,
      models: [model],
      languages: [],
      wordTimestamps: false,
      instructions: [],
    };
    this.#voices = voices.length > 0 || name === undefined ? voices : [only as VoiceListing];
    this.#entries = this.#voices.map((voice) => ({ voice, names: namesOf(voice) }));
  }

  /** By its exact name. */
  get(name: string): VoiceListing | undefined {
    return this.#voices.find((voice) => voice.name === name);
  }

  /**
   * By name or label, in any case.
   * @throws {Refusal} `speech-voice-unknown`, with similar ones
   */
  find(typed: string): VoiceListing {
    const wanted = folded(typed);
    const found = this.get(typed.trim()) ?? this.#entries.find(({ names }) => names.includes(wanted))?.voice;
    if (found) return found;
    const similar = this.#ranked(wanted, this.#entries).slice(0, mostSimilar);
    throw new Refusal({ code: 'speech-voice-unknown', voice: typed.trim(), similar: similar.map(labelOf) });
  }

  /**
   * Voices for the typed text, best first: those that begin with it, contain it, or are a few typos away. If a model is
   * chosen, only voices it has. Among equals, those that speak the language well come first.
   */
  suggest(typed: string, model?: SynthesisModel, language?: string): readonly VoiceListing[] {
    const fitting = model ? this.#entries.filter(({ voice }) => isVoiceOf(model, voice)) : this.#entries;
    const ranked = this.#ranked(folded(typed), fitting);
    if (language === undefined) return ranked;
    const speaks = (voice: VoiceListing) => voice.languages.some((each) => language.startsWith(each));
    return folded(typed) === ''
      ? [...ranked.filter(speaks), ...ranked.filter((voice) => !speaks(voice))]
      : ranked;
  }

  #ranked(wanted: string, entries: readonly Entry[]): readonly VoiceListing[] {
    return entries
      .map(({ voice, names }) => ({ voice, rank: Math.min(...names.map((name) => rankOf(name, wanted))) }))
      .filter(({ rank }) => Number.isFinite(rank))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ voice }) => voice);
  }
}

export function labelOf(voice: VoiceListing): string {
  return voice.label ?? voice.name;
}

function namesOf(voice: VoiceListing): readonly string[] {
  return voice.label ? [folded(voice.name), folded(voice.label)] : [folded(voice.name)];
}

/** Ignores case, accents, spaces and marks. */
function folded(text: string): string {
  return text
    .slice(0, longestTyped)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** 0 is an exact match; more is further away; infinite is something else. */
function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (wanted.length > longestMisspelled) return Number.POSITIVE_INFINITY;
  const isNear = Math.abs(name.length - wanted.length) <= mostTypos(wanted);
  const whole = isNear ? distance(name, wanted) : Number.POSITIVE_INFINITY;
  const typos = Math.min(whole, distance(name.slice(0, wanted.length), wanted));
  return typos <= mostTypos(wanted) ? 2 + typos : Number.POSITIVE_INFINITY;
}

/** With one or two letters, every name is a typo away. */
function mostTypos(wanted: string): number {
  return wanted.length < 3 ? 0 : Math.ceil(wanted.length / 3);
}
