import type { Page } from 'playwright-core';

/** What a page played in 100 ms, at 48 kHz mono, and when its last sample went out. */
export interface Heard {
  readonly atMs: number;
  readonly samples: Int16Array;
}

/** A sentence that left the page for the call, one packet every 20 ms from then on. */
export interface Sent {
  readonly atMs: number;
  readonly packets: number;
}

interface Kept {
  /** When each packet of each speaker came, in milliseconds. */
  came: [atMs: number, userId: string][];
  pieces: { readonly atMs: number; readonly sound: Float32Array }[];
  sent: Sent[];
}

interface TapNode {
  readonly port: {
    addEventListener(type: 'message', hear: (event: { readonly data: Float32Array }) => void): void;
  };
}

interface PageSocket {
  send(data: unknown): void;
  addEventListener(type: 'message', hear: (event: { readonly data: unknown }) => void): void;
}

interface PageScope {
  AudioWorkletNode: new (context: unknown, name: string, options?: unknown) => TapNode;
  readonly WebSocket: { readonly prototype: PageSocket };
  ear: Kept;
}

/** Runs in the page before its own scripts: keeps what passes its tap, and when sentences are sent. */
function putOn(): void {
  const scope = globalThis as unknown as PageScope;
  const kept: Kept = { pieces: [], sent: [], came: [] };
  const nowMs = () => performance.timeOrigin + performance.now();
  const followed = new WeakSet<PageSocket>();
  scope.ear = kept;
  const Node = scope.AudioWorkletNode;
  scope.AudioWorkletNode = class extends Node {
    constructor(context: unknown, name: string, options?: unknown) {
      super(context, name, options);
      if (name !== 'tap') return;
      this.port.addEventListener('message', ({ data }) => kept.pieces.push({ atMs: nowMs(), sound: data }));
    }
  };
  const { prototype } = scope.WebSocket;
  const { send } = prototype;
  prototype.send = function sendAndNote(data: unknown) {
    if (typeof data === 'string' && data.startsWith('{"kind":"say"')) {
      const { packets } = JSON.parse(data) as { readonly packets: readonly string[] };
      kept.sent.push({ atMs: nowMs(), packets: packets.length });
    }
    if (!followed.has(this)) {
      followed.add(this);
      this.addEventListener('message', ({ data: packet }) => {
        if (packet instanceof ArrayBuffer && packet.byteLength > 8)
          kept.came.push([nowMs(), new DataView(packet).getBigUint64(0).toString()]);
      });
    }
    send.call(this, data);
  };
}

/** What the page kept since it was asked last; sound as 16 bits in base64. */
function takeOff(): { pieces: { atMs: number; base64: string }[]; sent: Sent[]; came: Kept['came'] } {
  const { ear } = globalThis as unknown as PageScope;
  const pieces = ear.pieces.map(({ atMs, sound }) => {
    const bytes = new Uint8Array(sound.length * 2);
    const view = new DataView(bytes.buffer);
    for (const [index, sample] of sound.entries())
      view.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
    return { atMs, base64: btoa(String.fromCharCode(...bytes)) };
  });
  const { sent, came } = ear;
  ear.pieces = [];
  ear.sent = [];
  ear.came = [];
  return { pieces, sent, came };
}

/** Everything that a page plays and sends, with its time. */
export class PageEar {
  readonly heard: Heard[] = [];
  readonly sent: Sent[] = [];
  readonly came: (readonly [atMs: number, userId: string])[] = [];
  readonly #page: Page;

  /** To be made before the page is opened. */
  static async on(page: Page): Promise<PageEar> {
    await page.addInitScript(putOn);
    return new PageEar(page);
  }

  private constructor(page: Page) {
    this.#page = page;
  }

  async follow(): Promise<void> {
    const { pieces, sent, came } = await this.#page.evaluate(takeOff);
    for (const { atMs, base64 } of pieces) {
      const bytes = Buffer.from(base64, 'base64');
      const samples = Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2));
      this.heard.push({ atMs, samples });
    }
    this.sent.push(...sent);
    this.came.push(...came);
  }

  /** When something was heard last, on the clock of the page; 0 for never. */
  get loudAtMs(): number {
    return this.heard.findLast(({ samples }) => samples.some((sample) => Math.abs(sample) > 300))?.atMs ?? 0;
  }
}
