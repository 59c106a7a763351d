import type { SettingsEditor, SettingsPage, SpeechPage, VoiceChoice } from '../community/settings-pages.ts';
import { Refusal } from '../refusal/refusal.ts';
import { checkSynthesis, type SynthesisProblem } from '../service/synthesis/check.ts';
import type { SynthesisModel } from '../service/synthesis/models.ts';
import { isVoiceOf } from '../service/synthesis/offered.ts';
import type { SynthesisRequest } from '../service/synthesis/synthesis-types.ts';
import type { VoiceListing } from '../service/synthesis/voice-list.ts';
import type { Collection } from '../storage/collection.ts';
import { labelOf, type VoiceBook } from './voice-book.ts';

/** A voice with a model that has it, and how it should sound. */
export type Sound = Pick<
  SynthesisRequest,
  'model' | 'voice' | 'rate' | 'pitch' | 'volume' | 'language' | 'instruction'
>;

const tunable = ['rate', 'pitch', 'volume', 'language', 'instruction'] as const;
type Tunable = (typeof tunable)[number];

/**
 * How to sound: the person decides first, then their guild, then the bot's owner. Earlier choices that no longer fit (a
 * voice that's gone, an instruction another voice doesn't have) are skipped.
 * @throws {Refusal} `speech-no-voice`
 */
function soundOf(book: VoiceBook, choices: readonly VoiceChoice[], usualModel: SynthesisModel): Sound {
  const voice = firstOf(choices, ({ voice: name }) => (name === undefined ? undefined : book.get(name)));
  if (!voice) throw new Refusal({ code: 'speech-no-voice' });
  const model =
    firstOf(choices, (choice) =>
      choice.model && isVoiceOf(choice.model, voice) ? choice.model : undefined,
    ) ?? [usualModel, ...voice.models].find((each) => isVoiceOf(each, voice));
  if (!model) throw new Refusal({ code: 'speech-no-voice' });
  let sound: Sound = { model, voice };
  for (const field of tunable) {
    for (const choice of choices) {
      const next = { ...sound, [field]: choice[field] };
      if (choice[field] === undefined || problemsOf(next).some((problem) => problem.field === field))
        continue;
      sound = next;
      break;
    }
  }
  return sound;
}

/**
 * A person's choice under the rules of document 2 A: `before` with `changes`. Choosing a voice drops settings of the
 * previous voice that don't fit the new one. What's chosen now has to fit.
 * @throws {Refusal} with the broken rule
 */
function changedChoice(
  book: VoiceBook,
  before: VoiceChoice,
  changes: VoiceChoice,
  others: readonly VoiceChoice[],
  usualModel: SynthesisModel,
): VoiceChoice {
  const named = changes.voice === undefined ? undefined : book.find(changes.voice);
  if (named && changes.model && !isVoiceOf(changes.model, named)) throw otherModel(named, changes.model);
  const { model: oldModel, ...rest } = before;
  const keptModel = oldModel && (!named || isVoiceOf(oldModel, named)) ? { model: oldModel } : {};
  const wanted = {
    ...rest,
    ...keptModel,
    ...withoutAbsent(changes),
    ...(named ? { voice: named.name } : {}),
  };
  const { voice, model } = soundOf(book, [wanted, ...others], usualModel);
  if (changes.model && model !== changes.model) throw otherModel(voice, changes.model);
  const [problem] = problemsOf({ model, voice, ...tunablesOf(changes) });
  if (problem) throw refusalOf(problem, { model, voice });
  const { instruction, ...choice } = wanted;
  const keepsInstruction = problemsOf({ model, voice, ...(instruction ? { instruction } : {}) }).length === 0;
  return keepsInstruction ? wanted : choice;
}

function otherModel(voice: VoiceListing, model: SynthesisModel): Refusal {
  return new Refusal({
    code: 'speech-voice-other-model',
    voice: labelOf(voice),
    model,
    models: voice.models.filter((each) => isVoiceOf(each, voice)),
  });
}

/** Options with another name than the field they set. */
const optionNames: Readonly<Partial<Record<SynthesisProblem['field'], string>>> = {
  sampleRateHz: 'sample_rate',
  bitRateKbps: 'bit_rate',
  aigcTag: 'ai_mark',
  wordTimestamps: 'captions',
};

/** The refusal for a broken rule. */
export function refusalOf(
  problem: SynthesisProblem,
  { model, voice }: Pick<Sound, 'model' | 'voice'>,
): Refusal {
  const { field, rule, allowed = [], min = 0, max = 0 } = problem;
  const option = optionNames[field] ?? field;
  if (field === 'voice') return otherModel(voice, model);
  if (rule === 'not-offered' || (option === 'instruction' && rule === 'unknown' && allowed.length === 0)) {
    return new Refusal({ code: 'speech-option-not-for-voice', option, voice: labelOf(voice), model });
  }
  if (option === 'instruction' && rule === 'too-long')
    return new Refusal({ code: 'speech-instruction-too-long', limit: max });
  if (allowed.length > 0) return new Refusal({ code: 'speech-option-one-of', option, allowed });
  if (problem.max !== undefined) return new Refusal({ code: 'speech-option-range', option, min, max });
  return new Refusal({ code: 'option-invalid', option, rule });
}

function problemsOf(sound: Sound): readonly SynthesisProblem[] {
  return checkSynthesis({ ...sound, format: 'mp3' });
}

function tunablesOf(choice: VoiceChoice): Pick<VoiceChoice, Tunable> {
  const { rate, pitch, volume, language, instruction } = choice;
  return withoutAbsent({ rate, pitch, volume, language, instruction });
}

function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Who can decide how something sounds. */
export const deciders = ['person', 'guild', 'operator'] as const;
type Decider = (typeof deciders)[number];
export type Decisions = Readonly<Record<Decider, VoiceChoice>>;

interface Usual {
  readonly model: SynthesisModel;
  readonly voice?: string;
}

/** Remembers what people and guilds chose. */
export class VoiceChoices {
  readonly #people: Collection<VoiceChoice>;
  readonly #guilds: SettingsPage<SpeechPage>;
  readonly #book: VoiceBook;
  readonly #usual: Usual;

  constructor(parts: {
    people: Collection<VoiceChoice>;
    guilds: SettingsPage<SpeechPage>;
    book: VoiceBook;
    usual: Usual;
  }) {
    this.#people = parts.people;
    this.#guilds = parts.guilds;
    this.#book = parts.book;
    this.#usual = parts.usual;
  }

  async decisions(guildId: string, userId: string | undefined): Promise<Decisions> {
    const [person, guild] = await Promise.all([
      userId === undefined ? {} : this.#people.get(userId),
      this.#guilds.of(guildId),
    ]);
    return { person: person ?? {}, guild: guild.voice, operator: this.#usual };
  }

  /**
   * A person's voice in that guild; without a person, the one for everyone who chose nothing.
   * @throws {Refusal}
   */
  async soundFor(guildId: string, userId?: string): Promise<Sound> {
    const { person, guild, operator } = await this.decisions(guildId, userId);
    return soundOf(this.#book, [person, guild, operator], this.#usual.model);
  }

  /** @throws {Refusal} with the rule that a choice breaks; then nothing changes */
  async changeMine(guildId: string, userId: string, changes: VoiceChoice, reset: boolean): Promise<void> {
    const guild = (await this.#guilds.of(guildId)).voice;
    await this.#people.change(userId, (person) => {
      if (Object.keys(changes).length === 0) return reset ? undefined : person;
      const before = (reset ? undefined : person) ?? {};
      return changedChoice(this.#book, before, changes, [guild, this.#usual], this.#usual.model);
    });
  }

  /** The same for everyone in the guild who chose nothing. */
  async changeGuild(editor: SettingsEditor, changes: VoiceChoice, reset: boolean): Promise<void> {
    await this.#guilds.change(editor, (settings) => {
      const before = reset ? {} : settings.voice;
      if (Object.keys(changes).length === 0) return { ...settings, voice: before };
      const voice = changedChoice(this.#book, before, changes, [this.#usual], this.#usual.model);
      return { ...settings, voice };
    });
  }

  /** Lets the voice detect the language. */
  async forgetGuildLanguage(editor: SettingsEditor): Promise<void> {
    await this.#guilds.change(editor, ({ voice: { language: _, ...voice }, ...settings }) => ({
      ...settings,
      voice,
    }));
  }
}
