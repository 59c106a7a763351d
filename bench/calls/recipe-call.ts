import { WebSocket } from 'ws';
import { openRecipeRoom } from '../voice/recipe-room.ts';
import type { OpenBenchCall } from './bench-call.ts';

const silenceAfterMs = 100;
/** What the service waits for, and a little. */
const silence = Buffer.alloc(1_000 * 32).toString('base64');

/**
 * What guides and most bots do: receive streams that are decoded to 48 kHz stereo and made 16 kHz mono in JavaScript, each
 * frame an append; what comes back goes to 48 kHz stereo and into an AudioPlayer, which any speech stops.
 */
export const openRecipeCall: OpenBenchCall = ({ speakerIds }, url) => {
  const room = openRecipeRoom(0);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api-ws/v1/realtime`);
  const append = (audio: string) => socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio }));
  const heard = (samples: Int16Array, last: { atMs: number }) => {
    last.atMs = performance.now();
    if (socket.readyState === WebSocket.OPEN)
      append(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64'));
  };
  return {
    join(connection) {
      const last = { atMs: 0 };
      for (const userId of speakerIds) room.listen(connection, userId, (samples) => heard(samples, last));
      setInterval(() => {
        if (last.atMs === 0 || performance.now() - last.atMs < silenceAfterMs) return;
        last.atMs = 0;
        append(silence);
      }, 50);
    },
    async start(connection) {
      let answer: Answer | undefined;
      socket.on('message', (data) => {
        const event: { type?: string; delta?: string } = JSON.parse(String(data));
        if (event.type === 'response.created') {
          answer = new Answer();
          room.say(connection, { format: 'pcm', chunks: answer.chunks() });
        } else if (event.type === 'response.audio.delta')
          answer?.add(Buffer.from(event.delta ?? '', 'base64'));
        else if (event.type === 'response.done') answer?.end();
        else if (event.type === 'input_audio_buffer.speech_started') room.stop();
      });
    },
  };
};

/** What has come of an answer, as a stream. */
class Answer {
  readonly #chunks: Buffer[] = [];
  #ended = false;
  #wake = () => {};

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk) yield chunk;
      else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
