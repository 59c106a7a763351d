import { connectRealtime } from '../../sandbox/test/service/realtime/realtime-caller.ts';
import { decoded } from '../../sandbox/test/support/recordings.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { Stage } from '../../test/support/stage.ts';

export interface SentVoice {
  readonly ogg: Uint8Array;
  readonly seconds: number;
}

/** From the message to its text below it. */
export interface Heard {
  readonly totalMs: number;
  /** From the first sound to the last: five times as fast as it was spoken, or all at once. */
  readonly sendingMs: number;
  /** What the stand-in took from there. */
  readonly standInMs: number;
}

/** One way to have what recordings say told. */
export interface Hearer {
  /** Resolves to its words. */
  read(name: string, bytes: Uint8Array): Promise<string>;
  /** From now on, every voice message of the channel is told. */
  follow(): Promise<void>;
  hear(voice: SentVoice): Promise<Heard>;
}

const patienceMs = 60_000;
const voiceFlag = 1 << 13;

export const hearers: Readonly<Record<string, (stage: Stage) => Promise<Hearer>>> = { emcee, recipe };

async function emcee(stage: Stage): Promise<Hearer> {
  const channelId = stage.discord.channels.general;
  const [member, owner] = [await stage.person('member'), await stage.person('owner')];
  return {
    read: async (name, bytes) => {
      const message = await member.send(channelId, '', [{ name, bytes }]);
      const asked = await owner.invokeOn(channelId, 'What does it say?', message.id);
      const answer = await owner.answerTo(
        asked,
        ({ components }) => JSON.stringify(components).includes('As a file'),
        patienceMs,
      );
      // Its title, its words, and what it cost.
      return textsIn(answer.components)[1] ?? '';
    },
    follow: async () => {
      const asked = await owner.invoke(channelId, ['interpret', 'channel'], { write: true });
      await owner.answerTo(asked);
    },
    hear: async (voice) => {
      const sessions = stage.service.realtime.sessions.length;
      const sentAt = performance.now();
      const { id } = await sendVoice(member, channelId, voice);
      await member.untilMessage(({ message_reference }) => message_reference?.message_id === id, patienceMs);
      const totalMs = performance.now() - sentAt;
      const events = stage.service.realtime.sessions[sessions]?.events ?? [];
      const at = (type: string) => events.find(({ event }) => event.type === type)?.at ?? Number.NaN;
      const [first, last] = [at('input_audio_buffer.append'), at('session.finish')];
      return { totalMs, sendingMs: last - first, standInMs: at('session.finished') - last };
    },
  };
}

/** Downloads the whole file, has ffmpeg make 16 kHz of it, and sends all of that in one go. */
async function recipe(stage: Stage): Promise<Hearer> {
  const channelId = stage.discord.channels.general;
  const member = await stage.person('member');
  const toWords = async (url: string) => {
    const samples = await decoded(new Uint8Array(await (await fetch(url)).arrayBuffer()));
    const caller = await connectRealtime(stage.service, 'xq3-livetranslate-flash-realtime');
    await caller.seen('session.created');
    await caller.update({
      modalities: ['text'],
      input_audio_transcription: { model: 'xq3-asr-flash-realtime', language: 'en' },
      translation: { language: 'es' },
    });
    const beganAt = performance.now();
    caller.speak(samples);
    caller.send('session.finish');
    await caller.seen('session.finished');
    const standInMs = performance.now() - beganAt;
    caller.close();
    const told = caller.of('conversation.item.input_audio_transcription.completed');
    return { words: told.map(({ transcript }) => String(transcript)).join(' '), standInMs };
  };
  const urlOf = (message: { readonly attachments: readonly { readonly url: string }[] }) =>
    message.attachments[0]?.url ?? '';
  return {
    read: async (name, bytes) =>
      (await toWords(urlOf(await member.send(channelId, '', [{ name, bytes }])))).words,
    follow: async () => undefined,
    hear: async (voice) => {
      const sentAt = performance.now();
      const message = await sendVoice(member, channelId, voice);
      const { words, standInMs } = await toWords(urlOf(message));
      const body = { content: words, message_reference: { message_id: message.id } };
      const answer = await member.send(channelId, body);
      await member.untilMessage(({ id }) => id === answer.id, patienceMs);
      return { totalMs: performance.now() - sentAt, sendingMs: 0, standInMs };
    },
  };
}

async function sendVoice(person: SandboxPerson, channelId: string, { ogg, seconds }: SentVoice) {
  const waveform = Buffer.alloc(64, 128).toString('base64');
  const name = 'voice-message.ogg';
  const attachments = [{ id: '0', filename: name, duration_secs: seconds, waveform }];
  return await person.send(channelId, { flags: voiceFlag, attachments }, [{ name, bytes: ogg }]);
}

function textsIn(components: unknown): readonly string[] {
  const found = JSON.stringify(components).matchAll(/"content":("(?:[^"\\]|\\.)*")/g);
  return [...found].map(([, text = '""']) => String(JSON.parse(text)));
}
