import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { type BridgeOrder, helloSchema, orderSchema } from './bridge-orders.ts';
import { addressed, opusPacketMs } from './bridge-packet.ts';
import type { BridgedVoice, BridgeNotice, BridgeSeat } from './bridge-types.ts';
import { type PaceClock, PacedSpeech } from './paced-speech.ts';

export interface BridgeLineOptions {
  readonly connect: (seat: BridgeSeat) => BridgedVoice;
  /** The voice server's `host:port`; pages can't reach any other. */
  readonly endpoint: () => string;
  readonly helloTimeoutMs: number;
  readonly clock: PaceClock;
}

const closeCodes = { normal: 1000, notUnderstood: 1008, voiceEnded: 1011 } as const;
/** A page that can't keep up loses sound instead of hearing it later and later. */
const backlogBytes = 256 * 1024;
const packetMs = 20;

type State =
  | { readonly kind: 'greeting'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'talking'; readonly voice: BridgedVoice; readonly speech: PacedSpeech }
  | { readonly kind: 'ended' };
type Talking = Extract<State, { readonly kind: 'talking' }>;

/** One page's socket and the voice connection behind it; each ends with the other. */
export class BridgeLine {
  readonly #socket: WebSocket;
  readonly #options: BridgeLineOptions;
  #state: State;

  constructor(socket: WebSocket, options: BridgeLineOptions) {
    this.#socket = socket;
    this.#options = options;
    const timer = setTimeout(() => this.#refuse('No hello came.'), options.helloTimeoutMs);
    this.#state = { kind: 'greeting', timer };
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', () => this.#enter({ kind: 'ended' }));
    socket.on('error', () => socket.terminate());
  }

  #enter(next: State): void {
    const left = this.#state;
    if (left.kind === 'ended') return;
    this.#state = next;
    if (left.kind === 'greeting') clearTimeout(left.timer);
    if (left.kind !== 'talking' || next.kind !== 'ended') return;
    left.speech.close();
    left.voice.close();
  }

  #receive(data: RawData, isBinary: boolean): void {
    const state = this.#state;
    if (state.kind === 'ended') return;
    if (state.kind === 'greeting') this.#greet(isBinary ? undefined : jsonOf(data));
    else if (isBinary) this.#speak(state, data);
    else this.#order(state, jsonOf(data));
  }

  #order(talking: Talking, json: unknown): void {
    const order = orderSchema.safeParse(json);
    if (!order.success) this.#refuse('Only "pause", "say" and "hush" are understood after the hello.');
    else if (order.data.kind === 'say') this.#say(talking, order.data);
    else if (order.data.kind === 'hush') talking.speech.hush();
    else if (!talking.speech.isBusy) talking.voice.endSpeech();
  }

  #say({ speech }: Talking, { id, packets }: Extract<BridgeOrder, { kind: 'say' }>): void {
    const decoded = packets.map((packet) => Buffer.from(packet, 'base64'));
    if (speech.isBusy) this.#refuse('Something is being said already: say the next after "said".');
    else if (decoded.some((packet) => opusPacketMs(packet) !== packetMs))
      this.#refuse('Every packet to be said has to be one Opus packet of 20 ms.');
    else speech.say(decoded, () => this.#tell({ kind: 'said', id }));
  }

  #greet(hello: unknown): void {
    const parsed = helloSchema.safeParse(hello);
    if (!parsed.success) {
      this.#refuse(`The hello was not understood: ${z.prettifyError(parsed.error)}`);
    } else if (parsed.data.endpoint !== this.#options.endpoint()) {
      this.#refuse('The endpoint is not the voice server of this sandbox.');
    } else this.#connect(parsed.data);
  }

  #connect(seat: BridgeSeat): void {
    const voice = this.#open(seat);
    if (!voice) return;
    this.#enter({ kind: 'talking', voice, speech: new PacedSpeech(voice, this.#options.clock) });
    const isMine = (): boolean => this.#state.kind === 'talking' && this.#state.voice === voice;
    voice.onPacket(({ userId, packet }) => {
      if (isMine() && this.#socket.bufferedAmount < backlogBytes)
        this.#socket.send(addressed(userId, packet));
    });
    voice.onSpeaking(({ userId, speaking }) => {
      if (isMine()) this.#tell({ kind: 'speaking', userId, speaking });
    });
    voice.onClosed(({ code, reason }) => {
      if (isMine())
        this.#end({ kind: 'closed', ...(code !== undefined && { code }), reason }, closeCodes.voiceEnded);
    });
    voice.ready.then(
      () => {
        if (isMine()) this.#tell({ kind: 'ready' });
      },
      (error: unknown) => {
        if (isMine()) this.#end({ kind: 'closed', reason: reasonOf(error) }, closeCodes.voiceEnded);
      },
    );
  }

  #open(seat: BridgeSeat): BridgedVoice | undefined {
    try {
      return this.#options.connect(seat);
    } catch (error) {
      this.#end({ kind: 'closed', reason: reasonOf(error) }, closeCodes.voiceEnded);
      return undefined;
    }
  }

  /** Nobody has two voices, so the microphone isn't heard while something is being said. */
  #speak({ voice, speech }: Talking, data: RawData): void {
    const packet = bytesOf(data);
    if (opusPacketMs(packet) !== packetMs)
      this.#refuse('A binary message has to be one Opus packet of 20 ms.');
    else if (!speech.isBusy) voice.speak(packet);
  }

  #refuse(message: string): void {
    this.#end({ kind: 'error', message }, closeCodes.notUnderstood);
  }

  #end(notice: BridgeNotice, code: number): void {
    this.#tell(notice);
    this.#enter({ kind: 'ended' });
    this.#socket.close(code);
  }

  /** The sandbox is closing. */
  close(): void {
    this.#enter({ kind: 'ended' });
    this.#socket.terminate();
  }

  #tell(notice: BridgeNotice): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(notice));
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function jsonOf(data: RawData): unknown {
  try {
    return JSON.parse(bytesOf(data).toString());
  } catch {
    return undefined;
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
