import type { Logger } from 'pino';
import { fetch } from 'undici';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { Rounds } from './rounds.ts';
import { outgoingAgent } from './way-out.ts';

const releaseSchema = z.object({
  tag_name: z.string().max(100),
  html_url: z.string().max(1_000).optional(),
});

const dayMs = 24 * 60 * 60_000;
const answersWithinMs = 30_000;
/** GitHub's answer lists every file of a release. */
const longestAnswerBytes = 1024 * 1024;

/** Looks once a day whether there's a newer release, and logs each once. It sends nothing but the question. */
export class ReleaseNotice {
  readonly #url: string;
  readonly #version: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #rounds: Rounds;
  #told: string | undefined;

  /**
   * @param url says what the newest release is, as GitHub, GitLab and Forgejo do
   * @param version of this bot
   */
  constructor(url: string, version: string, clock: Clock, log: Logger) {
    this.#url = url;
    this.#version = version;
    this.#clock = clock;
    this.#log = log;
    this.#rounds = new Rounds({
      name: 'newer releases',
      clock,
      log,
      atOnce: 1,
      work: async (_, signal) => {
        await this.#look(signal);
        return clock.now() + dayMs;
      },
    });
  }

  open(): void {
    this.#rounds.schedule('newest', this.#clock.now());
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      const { tag_name: newest, html_url: page } = await newestRelease(this.#url, signal);
      if (this.#told === newest || !isNewer(newest, this.#version)) return;
      this.#told = newest;
      this.#log.warn(
        { version: this.#version, newest, page },
        'a newer release is out; CHANGELOG.md says what an update takes',
      );
    } catch (error) {
      if (!signal.aborted)
        this.#log.warn({ err: error }, "couldn't look for a newer release; see RELEASES_URL");
    }
  }
}

export async function newestRelease(
  url: string,
  signal: AbortSignal,
): Promise<z.infer<typeof releaseSchema>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(answersWithinMs)]);
  const dispatcher = outgoingAgent();
  const response = await fetch(url, { signal: within, headers: { accept: 'application/json' }, dispatcher });
  if (!response.ok) throw new Error(`the list of releases answered with ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > longestAnswerBytes) throw new Error('the list of releases is too long');
    chunks.push(chunk);
  }
  return releaseSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

/** Releases only: a bot of `1.0.0` says nothing of `1.1.0-rc.1`. */
export function isNewer(tag: string, version: string): boolean {
  const [newest, own] = [numbersOf(tag), numbersOf(version)];
  if (!newest || !own) return false;
  const differs = newest.findIndex((number, place) => number !== own[place]);
  return differs >= 0 && (newest[differs] ?? 0) > (own[differs] ?? 0);
}

function numbersOf(version: string): readonly number[] | undefined {
  const found = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version);
  return found?.slice(1).map(Number);
}
