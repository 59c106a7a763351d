import { WebSocket } from 'ws';
import { usedCpuMs } from './utterances.ts';

export interface Append {
  readonly atMs: number;
  /** What CPU time the process had used by then. */
  readonly cpuMs: number;
  readonly samples: number;
}

/** What went over the one WebSocket of a process, and when. */
export interface SocketWatch {
  readonly appends: readonly Append[];
  /** The first sound of each answer. */
  readonly firstDeltas: readonly number[];
  /** The service heard someone begin. */
  readonly speechStarts: readonly number[];
}

const appendStart = '"audio":"';

/** Every subject sends and hears through `ws`, so that it's watched there. */
export function watchSockets(): SocketWatch {
  const appends: Append[] = [];
  const firstDeltas: number[] = [];
  const speechStarts: number[] = [];
  let answered = false;
  const { send, emit } = WebSocket.prototype;
  Object.assign(WebSocket.prototype, {
    send(this: WebSocket, ...given: unknown[]): void {
      const text = String(given[0]);
      if (text.includes('input_audio_buffer.append')) {
        const from = text.indexOf(appendStart) + appendStart.length;
        const bytes = Buffer.byteLength(text.slice(from, text.indexOf('"', from)), 'base64');
        appends.push({ atMs: performance.now(), cpuMs: usedCpuMs(), samples: bytes / 2 });
      }
      Reflect.apply(send, this, given);
    },
    emit(this: WebSocket, ...given: unknown[]): unknown {
      if (given[0] === 'message') hear(String(given[1]));
      return Reflect.apply(emit, this, given);
    },
  });
  const hear = (text: string) => {
    const type = /"type":"([^"]*)"/.exec(text.slice(0, 200))?.[1];
    if (type === 'response.created') answered = false;
    if (type === 'input_audio_buffer.speech_started') speechStarts.push(performance.now());
    if (type !== 'response.audio.delta' || answered) return;
    answered = true;
    firstDeltas.push(performance.now());
  };
  return { appends, firstDeltas, speechStarts };
}
