import type { VoiceChoice } from '../community/speech-settings.ts';
import { Refusal } from '../refusal/refusal.ts';
import { checkSynthesis, type SynthesisProblem } from '../service/synthesis/check.ts';
import type { SynthesisModel } from '../service/synthesis/models.ts';
import { isVoiceOf } from '../service/synthesis/offered.ts';
import type { SynthesisRequest } from '../service/synthesis/synthesis-types.ts';
import type { VoiceListing } from '../service/synthesis/voice-list.ts';
import { labelOf, type VoiceBook } from './voice-book.ts';

/** A voice with a model that has it, and how it is to sound. */
export type Sound = Pick<
  SynthesisRequest,
  'model' | 'voice' | 'rate' | 'pitch' | 'volume' | 'language' | 'instruction'
>;

const tunable = ['rate', 'pitch', 'volume', 'language', 'instruction'] as const;
type Tunable = (typeof tunable)[number];

/**
 * How to sound, by who decides first: the person, their guild, the operator. What was chosen once and does not fit any
 * more (a voice that is gone, an instruction that another voice has not) is passed over.
 * @throws {Refusal} `speech-no-voice`
 */
export function soundOf(book: VoiceBook, choices: readonly VoiceChoice[], usualModel: SynthesisModel): Sound {
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
 * What a person asks for, within the rules of document 2 A: `before` with `changes`. Choosing a voice drops what was said
 * about the one before and does not fit the new one; what is chosen now must fit.
 * @throws {Refusal} with the rule that is broken
 */
export function changedChoice(
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

/** Options that are not called as the field they set. */
const optionNames: Readonly<Partial<Record<SynthesisProblem['field'], string>>> = {
  sampleRateHz: 'sample_rate',
  bitRateKbps: 'bit_rate',
  aigcTag: 'ai_mark',
  wordTimestamps: 'captions',
};

/** Words for a rule that a request breaks. */
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
