import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';
import { endWithParent } from '../support/round.ts';
import { speechPcm } from '../voice/sound.ts';
import { scriptNamed } from './script.ts';

/**
 * `<script> [soak]`: a realtime service that hears by loudness, and answers each turn at once with a sound of its own. It costs so
 * little that the bots have the machine; what it checks of a client is nothing. In a soak it answers all at once, and breaks
 * off after so many turns.
 */
endWithParent();
const { answerMs } = scriptNamed(process.argv[2] ?? '');
const soaks = process.argv[3] === 'soak';
const turnsInSoak = 60;
const endsAfterMs = 800;
const loud = 300;
const deltaMs = 100;
/** Five times as fast as it's spoken. */
const deltaEveryMs = 20;
/** Another voice than the people's, or it would be taken for their echo; every other answer is a tone that tells them apart. */
const spoken = speechPcm(answerMs / 500, 24_000);
const answers = [
  (index: number) => spoken[Math.floor(index * 1.37)] ?? 0,
  (index: number) => 6_000 * Math.sin((2 * Math.PI * 1_500 * index) / 24_000),
].map((sampleAt) => Int16Array.from({ length: answerMs * 24 }, (_, index) => sampleAt(index)));

class Session {
  readonly #socket: WebSocket;
  #heard: { readonly itemId: string; silenceMs: number } | undefined;
  #answering: NodeJS.Timeout | undefined;
  #answered = 0;
  #turns = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#hear(JSON.parse(String(data))));
    socket.on('close', () => clearInterval(this.#answering));
    this.#send('session.created', { session: { id: 'session' } });
  }

  #hear({ type, audio, session }: { type?: string; audio?: string; session?: object }): void {
    if (type === 'session.update') this.#send('session.updated', { session });
    if (type === 'response.cancel') this.#end('cancelled');
    if (type !== 'input_audio_buffer.append' || audio === undefined) return;
    const bytes = Buffer.from(audio, 'base64');
    // In steps of 20 ms, as far as there are whole ones.
    for (let at = 0; at + 1 < bytes.length; at += 640) this.#listen(bytes.subarray(at, at + 640));
  }

  #listen(frame: Buffer): void {
    let speaks = false;
    for (let at = 0; at + 1 < frame.length; at += 16) speaks ||= Math.abs(frame.readInt16LE(at)) > loud;
    if (speaks) {
      if (!this.#heard) this.#begin();
      if (this.#heard) this.#heard.silenceMs = 0;
    } else if (this.#heard) {
      this.#heard.silenceMs += frame.length / 32;
      if (this.#heard.silenceMs >= endsAfterMs) this.#commit(this.#heard.itemId);
    }
  }

  #begin(): void {
    this.#turns += 1;
    const itemId = `item_${this.#turns}`;
    this.#heard = { itemId, silenceMs: 0 };
    this.#send('input_audio_buffer.speech_started', { item_id: itemId, audio_start_ms: 0 });
    this.#end('cancelled');
  }

  #commit(item_id: string): void {
    this.#heard = undefined;
    this.#send('input_audio_buffer.speech_stopped', { item_id, audio_end_ms: 0 });
    this.#send('input_audio_buffer.committed', { item_id });
    this.#send('conversation.item.input_audio_transcription.completed', {
      item_id,
      transcript: 'Tell me more about the lake that we talked about',
    });
    this.#answer();
  }

  #answer(): void {
    this.#answered += 1;
    const pcm = answers[this.#answered % answers.length] ?? new Int16Array(0);
    const sound = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    const ids = this.#ids;
    this.#send('response.created', { response: { id: ids.response_id, status: 'in_progress' } });
    let at = 0;
    const deltaBytes = deltaMs * 48;
    const sendNext = () => {
      this.#send('response.audio_transcript.delta', { ...ids, delta: 'and so on ' });
      const delta = sound.subarray(at, at + deltaBytes).toString('base64');
      this.#send('response.audio.delta', { ...ids, delta });
      at += deltaBytes;
      if (at >= sound.length) this.#end('completed');
    };
    this.#answering = setInterval(sendNext, deltaEveryMs);
    while (soaks && this.#answering) sendNext();
    if (soaks && this.#turns >= turnsInSoak) this.#socket.close(1011, 'internal error');
  }

  #end(status: 'completed' | 'cancelled'): void {
    if (!this.#answering) return;
    clearInterval(this.#answering);
    this.#answering = undefined;
    const ids = this.#ids;
    this.#send('response.audio.done', ids);
    this.#send('response.audio_transcript.done', { ...ids, transcript: 'and so on' });
    this.#send('response.done', { response: { id: ids.response_id, status, output: [] } });
  }

  get #ids() {
    return { response_id: `resp_${this.#answered}`, item_id: `answer_${this.#answered}` };
  }

  #send(type: string, fields: object): void {
    this.#socket.send(JSON.stringify({ event_id: 'event', type, ...fields }));
  }
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
server.on('connection', (socket) => new Session(socket));
await once(server, 'listening');
const address = server.address();
if (typeof address !== 'object' || !address) throw new Error('the service has no address');
process.send?.({ url: `http://127.0.0.1:${address.port}` });
