import { z } from 'zod';
import type { SpokenLine } from '../voice/spoken-lines.ts';
import { VoicingTrouble } from '../voice/spoken-lines.ts';
import { pageWords } from '../words/current.ts';

const voiced = z.object({ packets: z.array(z.string()) });
const refused = z.object({ message: z.string() });

/** What this person's browser recognised, for the service that hears them. Without one nobody understands it. */
export async function tellHeard(userId: string, listening: boolean, text?: string): Promise<void> {
  await fetch('/heard', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, listening, ...(text !== undefined && { text: text.slice(0, 500) }) }),
  }).catch(() => undefined);
}

/**
 * A sentence in that person's own voice, as the page's server has it voiced: Opus packets of 20 ms in base64.
 * @throws VoicingTrouble
 */
export async function voicedText(
  userId: string,
  { text, language }: SpokenLine,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const response = await fetch('/say', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, text, ...(language !== 'auto' && { language }) }),
    signal,
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new VoicingTrouble(refused.parse(answer).message);
  const { packets } = voiced.parse(answer);
  if (packets.length === 0) throw new VoicingTrouble(pageWords().say.empty);
  return packets;
}
