import { z } from 'zod';
import { InvalidValue } from '../session-config.ts';

export const translationModelName = 'xq3-livetranslate-flash-realtime';

/** Field notes 4: into these it speaks, into the others it only writes. */
const voicedLanguages = 'en zh ru fr de pt es it ko ja yue'.split(' ');
const languages = [...voicedLanguages, ...'id vi th ar hi el tr'.split(' ')];
const voices =
  'Cherry Ethan Nofish Jennifer Ryan Katerina Elias Jada Dylan Sunny Li Marcus Roy Peter Rocky Kiki Eric'.split(
    ' ',
  );

/** The configuration of one session, under its wire names (document 2 C). */
export interface TranslationConfig {
  readonly modalities: readonly ('text' | 'audio')[];
  readonly voice: string;
  readonly input_audio_format: 'pcm16';
  readonly output_audio_format: 'pcm24';
  readonly input_audio_transcription: { readonly model: string | null; readonly language: string };
  readonly translation: { readonly language: string };
}

export const usualTranslation: TranslationConfig = {
  modalities: ['text', 'audio'],
  voice: 'Cherry',
  input_audio_format: 'pcm16',
  output_audio_format: 'pcm24',
  input_audio_transcription: { model: null, language: 'en' },
  translation: { language: 'en' },
};

const language = z.enum(languages);
/** By path; null is taken for "as it was" where public clients send it so. */
const fields = {
  modalities: z
    .array(z.enum(['text', 'audio']))
    .refine((list) => list.includes('text') && new Set(list).size === list.length),
  voice: z.string().min(1),
  input_audio_format: z.literal('pcm16'),
  // The public client sends pcm16 for both (field notes 8).
  output_audio_format: z.enum(['pcm24', 'pcm16']).transform(() => 'pcm24'),
  'input_audio_transcription.model': z.literal('xq3-asr-flash-realtime'),
  'input_audio_transcription.language': language,
  'translation.language': language,
} as const;

/**
 * What becomes of a configuration by `session.update`. Fields that no document names pass and are told to `odd`.
 * @throws {InvalidValue}
 */
export function updatedTranslation(
  before: TranslationConfig,
  session: Readonly<Record<string, unknown>>,
  odd: (what: string) => void,
  lenientVoice: boolean,
): TranslationConfig {
  const changes: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {
    input_audio_transcription: { ...before.input_audio_transcription },
    translation: { ...before.translation },
  };
  for (const [name, value] of Object.entries(session)) {
    const group = groups[name];
    if (!group) take(name, value, (taken) => (changes[name] = taken), odd);
    else if (typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, each] of Object.entries(value ?? {}))
        take(`${name}.${inner}`, each, (taken) => (group[inner] = taken), odd);
    } else refuse(name);
  }
  if (typeof changes.voice === 'string' && !voices.includes(changes.voice) && !lenientVoice)
    throw new InvalidValue('session.voice', 'Unsupported voice');
  const after = { ...before, ...changes, ...groups } as TranslationConfig;
  return voicedLanguages.includes(after.translation.language) ? after : { ...after, modalities: ['text'] };
}

function take(
  path: string,
  value: unknown,
  set: (taken: unknown) => void,
  odd: (what: string) => void,
): void {
  const field = Object.hasOwn(fields, path) ? fields[path as keyof typeof fields] : undefined;
  if (!field) odd(`session.${path}`);
  else if (value !== null) {
    const parsed = field.safeParse(value);
    if (!parsed.success) refuse(path);
    else set(parsed.data);
  }
}

function refuse(path: string): never {
  throw new InvalidValue(`session.${path}`, `Invalid value for session.${path}.`);
}
