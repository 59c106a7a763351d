import { distance } from 'fastest-levenshtein';
import { Refusal } from '../refusal/refusal.ts';
import type { SynthesisModel } from '../service/synthesis/models.ts';
import { isVoiceOf } from '../service/synthesis/offered.ts';
import type { VoiceListing } from '../service/synthesis/voice-list.ts';

const mostSimilar = 3;
/** Longer than any name; what is typed beyond is not looked at. */
const longestTyped = 128;
/** Beyond, nobody has misspelled a name. */
const longestMisspelled = 40;

interface Entry {
  readonly voice: VoiceListing;
  readonly names: readonly string[];
}

/** The voices that may be used here, and what people may have meant when they typed one. */
export class VoiceBook {
  readonly #voices: readonly VoiceListing[];
  readonly #entries: readonly Entry[];

  /**
   * Without a list, the operator's one voice is all there is. Its kind is not known then: it is taken for a system voice,
   * and for a cloned one with `tts-v3.5-*`, which have no system voices (document 2 A, `instruction`).
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

  /** By name or label, whatever the case. @throws {Refusal} `speech-voice-unknown`, with similar ones */
  find(typed: string): VoiceListing {
    const wanted = folded(typed);
    const found = this.get(typed.trim()) ?? this.#entries.find(({ names }) => names.includes(wanted))?.voice;
    if (found) return found;
    const similar = this.#ranked(wanted, this.#entries).slice(0, mostSimilar);
    throw new Refusal({ code: 'speech-voice-unknown', voice: typed.trim(), similar: similar.map(labelOf) });
  }

  /**
   * Voices for what was typed so far, best first: that begin with it, contain it, or are a few typos away. Only those that
   * the model has, when one is chosen; of equals, those that speak the language well come first.
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

/** Case, accents, spaces and marks do not matter. */
function folded(text: string): string {
  return text
    .slice(0, longestTyped)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** 0 is what was typed; more is further away; infinite is something else. */
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

/** Of one or two letters, every name is a typo away. */
function mostTypos(wanted: string): number {
  return wanted.length < 3 ? 0 : Math.ceil(wanted.length / 3);
}
