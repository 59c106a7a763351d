import { z } from 'zod';

/** What the service itself took for one utterance, by its own record. */
export interface ServiceTime {
  readonly to: string;
  readonly original: string;
  /** From the moment in which it took the utterance for over. */
  readonly textMs: number;
  readonly soundMs: number | undefined;
}

const seen = z.looseObject({
  from: z.enum(['client', 'service']),
  at: z.number(),
  event: z.looseObject({ type: z.string() }),
});
const sessions = z.array(z.looseObject({ events: z.array(seen) }));
const update = z.looseObject({
  session: z.looseObject({ translation: z.looseObject({ language: z.string() }) }),
});
const transcript = z.looseObject({ transcript: z.string() });

export async function serviceTimes(controlUrl: string): Promise<readonly ServiceTime[]> {
  const answer = await fetch(`${controlUrl}/realtime/sessions`);
  return sessions.parse(await answer.json()).flatMap(({ events }) => timesOf(events));
}

function timesOf(events: readonly z.infer<typeof seen>[]): readonly ServiceTime[] {
  const asked = events.map(({ event }) => update.safeParse(event)).find(({ success }) => success);
  const to = asked?.data?.session.translation.language ?? '';
  const of = (type: string) => events.filter(({ from, event }) => from === 'service' && event.type === type);
  const stopped = of('input_audio_buffer.speech_stopped');
  const done = of('response.done');
  const created = of('response.created');
  const sounds = of('response.audio.delta');
  return of('conversation.item.input_audio_transcription.completed').flatMap((completed, index) => {
    const { transcript: original } = transcript.parse(completed.event);
    const [stop, end, begin] = [stopped[index], done[index], created[index]];
    if (!stop || !end || !begin) return [];
    const sound = sounds.find(({ at }) => at >= begin.at && at <= end.at);
    return [{ to, original, textMs: end.at - stop.at, soundMs: sound && sound.at - stop.at }];
  });
}
