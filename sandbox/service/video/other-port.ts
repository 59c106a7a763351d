import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { ResultFiles } from './result-files.ts';

/** Another port of this machine that serves the finished videos, too: none that a client of the service should follow to. */
export class OtherPort {
  readonly #files: ResultFiles;
  readonly #host: string;
  #server: Server | undefined;
  #asked = 0;

  constructor(files: ResultFiles, host: string) {
    this.#files = files;
    this.#host = host;
  }

  /** How often it was asked for anything. */
  get asked(): number {
    return this.#asked;
  }

  async open(): Promise<void> {
    if (this.#server) return;
    this.#server = createServer((request, response) => {
      this.#asked += 1;
      const file = this.#files.get(/^\/files\/([^/?]+)\.mp4/.exec(request.url ?? '')?.[1] ?? '');
      response.writeHead(file ? 200 : 404, { 'content-type': 'video/mp4' }).end(file);
    }).listen(0, this.#host);
    await once(this.#server, 'listening');
  }

  /** The same address there; only once it is open. */
  there(address: string): string {
    const url = new URL(address);
    const there = this.#server?.address();
    if (!there || typeof there === 'string') throw new Error('the other port is not open');
    url.port = String(there.port);
    return url.href;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
