import type { CallBasics } from '../call/types.ts';
import { waveData } from '../media/wave-chunks.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { SpeechDesk } from '../speech/desk.ts';

/** The maximum size of a voiced sentence: well over a minute. */
const mostVoicedBytes = 4_000_000;

export type VoiceText = (
  text: string,
  of: CallBasics,
  userId: string,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>;

/** Text in the person's chosen voice, as mono PCM. It's charged like everything that's read aloud. */
export function voicedBy(speech: SpeechDesk, sampleRateHz: 16_000 | 24_000): VoiceText {
  let voiced = 0;
  return async function* (text, request, userId, signal) {
    voiced += 1;
    const { id, reference, guildId, panelChannelId: channelId, locale, publicLocale } = request;
    const order = {
      id: `${id}-${voiced}`,
      reference,
      guildId,
      channelId,
      userId,
      locale,
      publicLocale,
      panel: { channelId, applicationId: '', tokenExpiresAt: 0 },
    };
    const names = { user: () => undefined, role: () => undefined, channel: () => undefined };
    const file = { format: 'wav', sampleRateHz, maxBytes: mostVoicedBytes } as const;
    const { bytes } = await speech.file(order, { text, names, ...file });
    signal.throwIfAborted();
    const pcm = waveData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (!pcm) throw new Refusal({ code: 'call-cannot-voice' });
    yield pcm;
  };
}
