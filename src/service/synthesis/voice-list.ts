import { z } from 'zod';
import { synthesisLanguages, synthesisModels, voiceKinds } from './models.ts';

/**
 * One voice of the account. The contract keeps the list of voices elsewhere and ties several parameters to what is
 * "marked" there (word timestamps, fixed instructions), so the operator writes down the voices that may be used.
 */
const voiceListingSchema = z.strictObject({
  /** As the service spells it. */
  name: z.string().min(1).max(128),
  /** What people see; the name when absent. */
  label: z.string().min(1).max(80).optional(),
  kind: z.enum(voiceKinds).default('system'),
  models: z.array(z.enum(synthesisModels)).min(1),
  /** What it speaks well; for the order of suggestions only. */
  languages: z.array(z.enum(synthesisLanguages)).default([]),
  /** Of a system voice: is it marked as supporting word timestamps? */
  wordTimestamps: z.boolean().default(false),
  /** Of a system voice: the fixed instructions that it is marked with. */
  instructions: z.array(z.string().min(1).max(100)).default([]),
});
export type VoiceListing = z.infer<typeof voiceListingSchema>;

/** The file that `SPEECH_VOICES` names: `{"voices": [{"name": "…", "models": ["tts-v3-flash"]}]}`. */
export const voiceFileSchema = z.strictObject({ voices: z.array(voiceListingSchema).min(1).max(2_000) });
