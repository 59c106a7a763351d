import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface RawFrame {
  readonly op: number;
  readonly d: Readonly<Record<string, unknown>>;
  readonly s: number | null;
  readonly t: string | null;
}

/** A gateway socket without any client behind it. */
export class RawGateway {
  readonly frames: RawFrame[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  readonly #waiting = new Set<() => void>();

  private constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on('message', (text) => {
      this.frames.push(JSON.parse(String(text)));
      for (const look of [...this.#waiting]) look();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code) => resolve(code));
    });
  }

  static async open(gatewayUrl: string, query = 'v=10&encoding=json'): Promise<RawGateway> {
    const raw = new RawGateway(`${gatewayUrl}?${query}`);
    await once(raw.socket, 'open');
    return raw;
  }

  /** As the bot of a stand-in, which is ready; gone with it. */
  static async identified(
    { gatewayUrl, botToken }: { readonly gatewayUrl: string; readonly botToken: string },
    more: Readonly<Record<string, unknown>>,
  ): Promise<RawGateway> {
    const raw = await RawGateway.open(gatewayUrl);
    raw.identify(botToken, more);
    await raw.event('READY');
    return raw;
  }

  send(op: number, d: unknown): void {
    this.socket.send(JSON.stringify({ op, d }));
  }

  identify(token: string, more: Readonly<Record<string, unknown>> = {}): void {
    this.send(2, { token, properties: { os: 'linux', browser: 'test', device: 'test' }, ...more });
  }

  /** The first frame that fits, received already or still to come. */
  async frame(matches: (frame: RawFrame) => boolean): Promise<RawFrame> {
    const there = this.frames.find(matches);
    if (there) return there;
    return await new Promise((resolve) => {
      const look = (): void => {
        const found = this.frames.find(matches);
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
    });
  }

  async event(name: string): Promise<RawFrame> {
    return await this.frame((frame) => frame.t === name);
  }
}
