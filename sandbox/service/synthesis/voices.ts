import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const voice = z.strictObject({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['system', 'cloned', 'designed']),
  models: z.array(z.string()),
  languages: z.array(z.string()),
  /** Of a system voice: supports word timestamps. */
  wordTimestamps: z.boolean(),
  /** Of a system voice: the fixed instructions that it takes. */
  instructions: z.array(z.string()),
});
export type SandboxVoice = z.infer<typeof voice>;

/** The voices of the sandbox's account, in the format in which an operator lists voices for the bot. */
export const voicesPath = fileURLToPath(new URL('voices.json', import.meta.url));

export function readVoices(): readonly SandboxVoice[] {
  const file = z.strictObject({ voices: z.array(voice) });
  return file.parse(JSON.parse(readFileSync(voicesPath, 'utf8'))).voices;
}
