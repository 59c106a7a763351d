import { z } from 'zod';
import type { SpokenLine } from '../voice/spoken-lines.ts';
import type { VoiceFile } from '../voice/voice-note.ts';
import { NoteTrouble } from '../voice/voice-note.ts';

const made = z.object({ ogg: z.string(), seconds: z.number(), waveform: z.string() });
const refused = z.object({ message: z.string() });

/** What the microphone heard (16-bit mono at 48 kHz), as the page's server makes a voice message of it. @throws NoteTrouble */
export function recordedFile(samples: Int16Array<ArrayBuffer>, signal: AbortSignal): Promise<VoiceFile> {
  return fileFrom('recorded', samples, 'application/octet-stream', signal);
}

/** A sentence in that person's own voice. @throws NoteTrouble */
export function saidFile(
  userId: string,
  { text, language }: Pick<SpokenLine, 'text' | 'language'>,
  signal: AbortSignal,
): Promise<VoiceFile> {
  const body = JSON.stringify({ userId, text, ...(language !== 'auto' && { language }) });
  return fileFrom('said', body, 'application/json', signal);
}

async function fileFrom(
  how: 'recorded' | 'said',
  body: BodyInit,
  type: string,
  signal: AbortSignal,
): Promise<VoiceFile> {
  const headers = { 'content-type': type };
  const response = await fetch(`/voice-message/${how}`, { method: 'POST', headers, body, signal });
  const answer: unknown = await response.json();
  if (!response.ok) throw new NoteTrouble(refused.parse(answer).message);
  const { ogg, seconds, waveform } = made.parse(answer);
  const bytes = Uint8Array.from(atob(ogg), (letter) => letter.charCodeAt(0));
  return { file: new File([bytes], 'voice-message.ogg', { type: 'audio/ogg' }), seconds, waveform };
}
