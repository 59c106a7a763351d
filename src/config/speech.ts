import { z } from 'zod';
import { type SynthesisModel, synthesisModels } from '../service/synthesis/models.ts';
import { type VoiceListing, voiceFileSchema } from '../service/synthesis/voice-list.ts';
import type { Reading } from './reading.ts';
import { readSettingsFile } from './settings-file.ts';
import { integer, oneOf } from './values.ts';

const liveFormats = ['opus', 'pcm'] as const;

/** Settings of reading aloud (document 2 A; what it leaves open: field notes 2). */
export const speechVariables = z.object({
  SPEECH_MODEL: oneOf(synthesisModels, 'tts-v3-flash'),
  SPEECH_VOICE: z.string().max(128).optional(),
  SPEECH_VOICES: z.string().optional(),
  SPEECH_FORMAT: oneOf(liveFormats, 'opus'),
  SPEECH_TASKS_PER_SECOND: integer(1, 50, 3),
  SPEECH_LONGEST_TEXT: integer(1, 200_000, 2_000),
  SPEECH_CHARACTERS_PER_PERSON_PER_DAY: integer(0, 10_000_000, 20_000),
  SPEECH_CHARACTERS_PER_GUILD_PER_DAY: integer(0, 100_000_000, 100_000),
  SPEECH_CHARACTERS_PER_BOT_PER_DAY: integer(0, 1_000_000_000, 500_000),
});

export interface SpeechConfig {
  readonly model: SynthesisModel;
  /** The default voice: the owner's choice, or the first listed voice that has the model. */
  readonly voice?: string;
  /** The voices that the bot's owner listed; empty without a list. */
  readonly voices: readonly VoiceListing[];
  /** The format for live speech: `opus` passes through as it is, `pcm` is encoded here. */
  readonly format: (typeof liveFormats)[number];
  readonly tasksPerSecond: number;
  /** The most characters in one text. */
  readonly longestText: number;
  /** Counted the way the service bills them; 0: no limit. */
  readonly charactersPerPersonPerDay: number;
  /** 0: no limit. */
  readonly charactersPerGuildPerDay: number;
  /** For all guilds together; 0: no limit. */
  readonly charactersPerBotPerDay: number;
}

/** Without voices, and with a problem added, if the file of voices can't be used. */
export function speechOf(values: z.output<typeof speechVariables>, reading: Reading): SpeechConfig {
  const { SPEECH_MODEL: model, SPEECH_VOICE: chosen, SPEECH_VOICES: path } = values;
  const voices = (path && readSettingsFile('SPEECH_VOICES', path, voiceFileSchema, reading)?.voices) || [];
  if (chosen && voices.length > 0 && !voices.some(({ name }) => name === chosen))
    reading.problems.push("SPEECH_VOICE names a voice that isn't in the file of SPEECH_VOICES");
  const voice = chosen ?? voices.find(({ models }) => models.includes(model))?.name;
  return {
    model,
    ...(voice === undefined ? {} : { voice }),
    voices,
    format: values.SPEECH_FORMAT,
    tasksPerSecond: values.SPEECH_TASKS_PER_SECOND,
    longestText: values.SPEECH_LONGEST_TEXT,
    charactersPerPersonPerDay: values.SPEECH_CHARACTERS_PER_PERSON_PER_DAY,
    charactersPerGuildPerDay: values.SPEECH_CHARACTERS_PER_GUILD_PER_DAY,
    charactersPerBotPerDay: values.SPEECH_CHARACTERS_PER_BOT_PER_DAY,
  };
}
