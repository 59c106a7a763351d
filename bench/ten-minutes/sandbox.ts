import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { places } from '../../sandbox/discord/world/places.ts';
import { type Launched, launchNpm } from '../../sandbox/test/support/launched.ts';
import { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { Watch } from './watch.ts';

const config = z.object({
  discordUrl: z.url(),
  gatewayUrl: z.url({ protocol: /^wss?$/ }),
  guildId: z.string(),
  people: z.array(z.object({ id: z.string(), name: z.string(), token: z.string() })),
});
const sessions = z.array(
  z.object({
    said: z.array(z.string()),
    heard: z.array(z.string()),
    oddities: z.array(z.string()),
    events: z.array(z.object({ from: z.string(), at: z.number(), event: z.record(z.string(), z.unknown()) })),
  }),
);
const messages = z.array(
  z.object({ id: z.string(), attachments: z.array(z.object({ filename: z.string(), url: z.string() })) }),
);

export type Session = z.infer<typeof sessions>[number];

/** `npm start` on ports of its own, and what its stand-ins tell about it. */
export class StartedSandbox {
  readonly pageUrl: string;
  readonly dataDir: string;
  readonly #launched: Launched;
  readonly #serviceUrl: string;
  readonly #config: z.infer<typeof config>;

  static async start(): Promise<StartedSandbox> {
    const dataDir = await mkdtemp(join(tmpdir(), 'emcee-ten-minutes-'));
    const [page, discord, service] = await Promise.all([freePort(), freePort(), freePort()]);
    const launched = launchNpm('start', {
      DATA_DIR: dataDir,
      SANDBOX_PAGE_PORT: `${page}`,
      SANDBOX_DISCORD_PORT: `${discord}`,
      SANDBOX_SERVICE_PORT: `${service}`,
    });
    await launched.untilOutput(/Open this page/);
    const pageUrl = `http://127.0.0.1:${page}`;
    const told = config.parse(await (await fetch(`${pageUrl}/config.json`)).json());
    return new StartedSandbox(launched, {
      pageUrl,
      dataDir,
      serviceUrl: `http://127.0.0.1:${service}`,
      told,
    });
  }

  private constructor(
    launched: Launched,
    parts: { pageUrl: string; dataDir: string; serviceUrl: string; told: z.infer<typeof config> },
  ) {
    this.#launched = launched;
    this.pageUrl = parts.pageUrl;
    this.dataDir = parts.dataDir;
    this.#serviceUrl = parts.serviceUrl;
    this.#config = parts.told;
  }

  idOf(name: string): string {
    return this.#told(name).id;
  }

  /** Logs in beside the page, for what a page would only make slower. */
  async person(name: string): Promise<SandboxPerson> {
    return await SandboxPerson.connect(this.#addresses, this.#told(name));
  }

  /** Notes what the bot writes from now on. The moderator sees every channel and isn't in the call. */
  async watch(): Promise<Watch> {
    return await Watch.begin(this.#addresses, this.#told('moderator'), places.botUserId);
  }

  /** The sessions of conversations so far, with everything that was said in them. */
  async sessions(): Promise<readonly Session[]> {
    return sessions.parse(await (await fetch(`${this.#serviceUrl}/sandbox/realtime/sessions`)).json());
  }

  /** How a sentence sounds in a voice: 16-bit mono. */
  async voiced(
    text: string,
    voice: string,
    sampleRateHz: 24_000 | 48_000,
    language?: string,
  ): Promise<Int16Array> {
    const response = await fetch(`${this.#serviceUrl}/sandbox/realtime/say`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, voice, sampleRateHz, language }),
    });
    if (!response.ok) throw new Error(`${text} was not voiced: ${await response.text()}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2));
  }

  /** The file that a call leaves where it was written down, waited for. */
  async transcript(fileName = 'conversation.txt'): Promise<string> {
    for (let left = 60; left > 0; left -= 1) {
      const text = await this.#transcript(fileName);
      if (text !== undefined) return text;
      await sleep(500);
    }
    throw new Error('the conversation left no file');
  }

  /** Where calls are written down: the voice channel's chat, and threads. */
  async pageIds(): Promise<readonly string[]> {
    const active = z
      .object({ threads: z.array(z.object({ id: z.string() })) })
      .parse(await this.#asked(`/guilds/${this.#config.guildId}/threads/active`));
    return [places.channels.voice, ...active.threads.map(({ id }) => id)];
  }

  async #transcript(fileName: string): Promise<string | undefined> {
    const { discordUrl } = this.#config;
    for (const id of await this.pageIds()) {
      const posted = messages.parse(await this.#asked(`/channels/${id}/messages?limit=10`));
      const file = posted
        .flatMap(({ attachments }) => attachments)
        .find((each) => each.filename === fileName);
      if (file) return await (await fetch(new URL(file.url, discordUrl))).text();
    }
    return undefined;
  }

  /** Lines of the bot's log from warnings on. */
  async warnings(): Promise<readonly string[]> {
    const log = await readFile(join(this.dataDir, 'emcee.log'), 'utf8');
    return log.split('\n').filter((line) => /"level":(?:[4-9]\d|"(?:warn|error|fatal)")/.test(line));
  }

  get #addresses() {
    const { discordUrl, gatewayUrl } = this.#config;
    return { apiUrl: `${discordUrl}/api`, gatewayUrl };
  }

  #told(name: string) {
    const person = this.#config.people.find((each) => each.name.toLowerCase() === name);
    if (!person) throw new Error(`nobody is called ${name}`);
    return person;
  }

  async close(): Promise<void> {
    this.#launched.child.kill('SIGTERM');
    await this.#launched.exited;
  }

  async #asked(path: string): Promise<unknown> {
    const { discordUrl, people } = this.#config;
    const token = people[0]?.token ?? '';
    const response = await fetch(`${discordUrl}/api/v10${path}`, { headers: { authorization: token } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

/** The sessions, as soon as one of them is set up. Events of long sessions are forgotten. */
export async function untilSessions(sandbox: StartedSandbox): Promise<readonly Session[]> {
  for (let left = 60; left > 0; left -= 1) {
    const told = await sandbox.sessions();
    if (told.some(({ events }) => events.some(({ event }) => event.type === 'session.updated'))) return told;
    await sleep(500);
  }
  throw new Error('no session was set up');
}

/** The voice that the last session answers in. */
export function voiceOf(told: readonly Session[]): string {
  const updates = told
    .flatMap(({ events }) => events)
    .filter(({ event }) => event.type === 'session.updated');
  const parsed = z.object({ session: z.object({ voice: z.string() }) }).safeParse(updates.at(-1)?.event);
  if (!parsed.success) throw new Error('no session told its voice');
  return parsed.data.session.voice;
}

/** As the service voices an answer: sentence by sentence. */
export function sentencesOf(text: string): readonly string[] {
  return text.match(/[^.!?。！？]+[.!?。！？]*\s*/gu) ?? [text];
}
