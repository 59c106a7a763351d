import { VoiceDetectors } from '../../src/call/hearing/voice-detector.ts';
import type { KeptSound } from '../../src/call/speaking/kept-voice.ts';
import type { TranslationClient } from '../../src/service/realtime/translation/translation-types.ts';
import { createMouth } from '../../src/voice/mouth/mouth.ts';
import { meetingLanguages } from './meeting.ts';
import { MixedLines } from './mixed-lines.ts';
import { Mixer } from './mixer.ts';
import { type BenchInterpreter, type CaptionChange, nowhere } from './subject.ts';

const tickMs = 20;
/** After this long without packets everybody is silent, and for so long that's sent. */
const silentAfterMs = 100;
const endsAfterMs = 1_200;

/**
 * The usual recipe: everybody mixed into one session for each language, whose source language the service detects. A line
 * belongs to the person who spoke most since its first word; its sound is played as it comes.
 */
export async function openMixed(client: TranslationClient): Promise<BenchInterpreter> {
  const changes: CaptionChange[] = [];
  const spokenAt = new Map<string, number>();
  const mouth = createMouth(nowhere);
  mouth.resume();
  const seat = mouth.seat({ name: 'recipe', rank: 1 });
  const detectors = new VoiceDetectors();
  /** When someone spoke, latest last. */
  const spoke: { readonly userId: string; readonly atMs: number }[] = [];

  const speakerSince = (atMs: number): string | undefined => {
    const counts = new Map<string, number>();
    for (const each of spoke)
      if (each.atMs >= atMs) counts.set(each.userId, (counts.get(each.userId) ?? 0) + 1);
    return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? spoke.at(-1)?.userId;
  };

  const play = (id: string, sound: KeptSound) => {
    const request = { id, priority: 'normal', pcm: sound.playFrom(0), sampleRateHz: 24_000 } as const;
    void seat.play(request).started.then((heard) => {
      if (heard) spokenAt.set(id, Date.now());
    });
  };
  const sessions = await Promise.all(
    meetingLanguages.map(async (to) => {
      const session = await client.open({ from: 'auto', to });
      const lines = new MixedLines({ to, speakerSince, play, onChange: (change) => changes.push(change) });
      session.onEvent((event) => lines.hear(event));
      return session;
    }),
  );
  const mixer = new Mixer();
  let heardAtMs = Number.NEGATIVE_INFINITY;
  let silentMs = 0;
  const append = (pcm: Uint8Array) => {
    for (const session of sessions) session.append(pcm);
  };
  const send = (samples: Int16Array) =>
    append(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const ticking = setInterval(() => {
    const nowMs = Date.now();
    mixer.take(nowMs).forEach(send);
    if (nowMs - heardAtMs < silentAfterMs || silentMs >= endsAfterMs) return;
    const rest = mixer.flush();
    if (rest) send(rest);
    append(new Uint8Array(tickMs * 32));
    silentMs += tickMs;
  }, tickMs);
  return {
    changes,
    spokenAt,
    // Nothing holds back: each change is written.
    writtenAt: () => changes.map(({ atMs }) => atMs),
    opened: () => sessions.length,
    hear: (heard) => {
      const frame = detectors.judgeFrame(heard);
      if (frame.kind === 'spoken' && frame.speech) spoke.push({ userId: frame.userId, atMs: Date.now() });
      if (frame.kind === 'silence') return;
      heardAtMs = Date.now();
      silentMs = 0;
      mixer.add(frame, heardAtMs);
    },
    finish: async () => {
      await Promise.all(sessions.map((session) => session.finish()));
      clearInterval(ticking);
      mouth.close();
    },
  };
}
