import { z } from 'zod';
import { synthesisLanguages, synthesisModels, voiceKinds } from './models.ts';

/**
 * One voice of the account. The contract keeps the list of voices elsewhere and ties several parameters to what is
 * "marked" there (word timestamps, fixed instructions), so the operator writes down the voices that may be used.
 */
const voiceListingSchema = z.strictObject({
  /** As the service spells it. */
  name: z.string().min(1).max(128),
  /** What people see. Default: the name. */
  label: z.string().min(1).max(80).optional(),
  kind: z.enum(voiceKinds).default('system'),
  models: z.array(z.enum(synthesisModels)).min(1),
  /** What it speaks well, which only orders suggestions. */
  languages: z.array(z.enum(synthesisLanguages)).default([]),
  /** Whether a system voice is marked as supporting word timestamps. */
  wordTimestamps: z.boolean().default(false),
  /** The fixed instructions that a system voice is marked with. */
  instructions: z.array(z.string().min(1).max(100)).default([]),
});
export type VoiceListing = z.infer<typeof voiceListingSchema>;

/** The file that `SPEECH_VOICES` names: `{"voices": [{"name": "…", "models": ["tts-v3-flash"]}]}`. */
export const voiceFileSchema = z.strictObject({ voices: z.array(voiceListingSchema).min(1).max(2_000) });
