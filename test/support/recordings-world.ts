import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { oggOpus } from '../../sandbox/test/support/ogg-writer.ts';
import { encodeSpeech } from '../../sandbox/test/support/opus-speech.ts';
import { type RunningRecording, RunningRecordings } from '../../src/call/running-recordings.ts';
import { Spending } from '../../src/community/spending.ts';
import type { MessageBody, PanelAddress } from '../../src/discord/messenger.ts';
import type { Order } from '../../src/discord/order.ts';
import { LanguagesOfPeople } from '../../src/interpreter/people.ts';
import { type KeptText, KeptTexts, type TextKeeper } from '../../src/interpreter/recordings/kept-texts.ts';
import type { Recording, RecordingRequest } from '../../src/interpreter/recordings/recording.ts';
import { RecordingDesk } from '../../src/interpreter/recordings/recording-desk.ts';
import type { RecordingHearing } from '../../src/interpreter/recordings/recording-hearing.ts';
import { Recordings } from '../../src/interpreter/recordings/recordings.ts';
import type { PersonLanguages } from '../../src/interpreter/types.ts';
import { RepeatedWrites } from '../../src/operations/repeated-writes.ts';
import { asWritten } from '../../src/storage/record-index.ts';
import { orderOf } from './desks.ts';
import { FakeClock, settle } from './fake-clock.ts';
import { silentLog } from './fake-log.ts';
import { FakeMoney } from './fake-money.ts';
import { FakeTranslations } from './fake-translation.ts';
import { inlineDecoders } from './inline-inspectors.ts';
import { Listeners } from './listeners.ts';
import { MemoryShelf } from './memory-shelf.ts';

export const guildId = '1000000000000000001';
export const channelId = '1000000000000000002';
export const ada = '1000000000000000003';
export const bob = '1000000000000000004';
export const author = '1000000000000000005';

const dayLimit = 120;

/** Recordings as people ask for them: files come over HTTP and are decoded, the service and Discord are faked. */
export class RecordingsWorld implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly client = new FakeTranslations();
  readonly money = new FakeMoney();
  readonly unheard = new Set<string>();
  readonly running = new MemoryShelf<RunningRecording>();
  readonly languages = new MemoryShelf<PersonLanguages>();
  readonly files = new Map<string, Uint8Array>();
  /** What each answer shows, by its token. */
  readonly shown = new Map<string, string>();
  /** What was posted in channels. */
  readonly said: {
    readonly channelId: string;
    readonly repliesTo: string | undefined;
    readonly text: string;
  }[] = [];
  readonly keepers = new MemoryShelf<TextKeeper>();
  readonly texts = new MemoryShelf<KeptText>(undefined, undefined, asWritten);
  readonly kept: KeptTexts;
  speed = 5;
  atOnce = 3;
  detectsLanguage = false;
  readonly #server: Server;
  readonly #removals = new Listeners<(removed: { readonly messageId: string }) => void>();
  readonly traffic = { onRemoval: this.#removals.listen };
  readonly #made: Recordings[] = [];
  #spending: Spending | undefined;
  #ids = 0;

  private constructor(server: Server) {
    this.#server = server;
    const { texts, keepers, traffic, clock } = this;
    this.kept = new KeptTexts({ texts, keepers, traffic, clock, log: silentLog });
    this.kept.open();
    server.on('request', ({ url = '' }, response) => {
      const file = this.files.get(url);
      response.writeHead(file ? 200 : 404).end(file);
    });
  }

  static async open(): Promise<RecordingsWorld> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new RecordingsWorld(server);
  }

  get spending(): Spending {
    this.#spending ??= new Spending({
      unit: 'live-seconds',
      spent: this.money.held(),
      clock: this.clock,
      log: silentLog,
      writes: new RepeatedWrites({ clock: this.clock, log: silentLog }),
      limits: { perPersonPerDay: dayLimit, perGuildPerDay: 0, perBotPerDay: 0 },
    });
    return this.#spending;
  }

  /** Seconds that are reserved or spent. */
  get spent(): number {
    return this.money.spent({ unit: 'live-seconds', guildId });
  }

  /** Another process on the same store, the first time the first one. */
  newRecordings(): Recordings {
    const made = new Recordings({
      client: this.client,
      decoders: inlineDecoders(),
      ffmpeg: undefined,
      speed: this.speed,
      atOnce: this.atOnce,
      hotWords: () => ['Emcee'],
      unheard: this.unheard,
      spending: this.spending,
      running: new RunningRecordings({
        ...{ shelf: this.running, spending: this.spending, messenger: this.messenger },
        ...{ clock: this.clock, log: silentLog },
      }),
      kept: this.kept,
      traffic: this.traffic,
      clock: this.clock,
      log: silentLog,
    });
    made.open();
    this.#made.push(made);
    return made;
  }

  get messenger() {
    return {
      editPanel: async ({ token = '', messageId = '' }: PanelAddress, body: MessageBody) => {
        this.shown.set(token || messageId, contentOf(body));
        return { messageId: '1' };
      },
      post: async (channelId: string, body: MessageBody) => {
        this.said.push({ channelId, repliesTo: body.repliesTo, text: contentOf(body) });
        return { messageId: '2' };
      },
    };
  }

  /** Ada asks what a voice message of so many seconds says. */
  async hear(seconds: number, recordings = this.newRecordings()): Promise<RecordingHearing> {
    return await recordings.hear(this.request(this.recording(await voiceMessage(seconds))));
  }

  /** That, until it's downloaded, decoded and paid for, or refused. */
  async begin(seconds: number, recordings = this.newRecordings()): Promise<RecordingHearing> {
    const hearing = await this.hear(seconds, recordings);
    await this.begun(hearing);
    return hearing;
  }

  newDesk(recordings = this.newRecordings()): RecordingDesk {
    return new RecordingDesk({
      recordings,
      languages: new LanguagesOfPeople(this.languages),
      detectsLanguage: this.detectsLanguage,
      prepare: async () => undefined,
      messenger: this.messenger,
      clock: this.clock,
      log: silentLog,
    });
  }

  /** Uploads a file. Discord only says of voice messages how long they are. */
  recording(file: Uint8Array, changes: Partial<Recording> = {}): Recording {
    this.#ids += 1;
    const path = `/${this.#ids}/voice-message.ogg`;
    this.files.set(path, file);
    const { port } = this.#server.address() as AddressInfo;
    return {
      messageId: `200000000000000${1_000 + this.#ids}`,
      channelId,
      authorId: author,
      url: `http://127.0.0.1:${port}${path}`,
      bytes: file.length,
      seconds: undefined,
      ...changes,
    };
  }

  request(recording: Recording, changes: Partial<RecordingRequest> = {}): RecordingRequest {
    this.#ids += 1;
    const id = `300000000000000${1_000 + this.#ids}`;
    const base = { id, reference: `REF-${this.#ids}`, guildId, userId: ada, recording };
    return { ...base, from: 'de', to: 'en', ...changes };
  }

  order(changes: Partial<Order> = {}): Order {
    this.#ids += 1;
    const id = `300000000000000${1_000 + this.#ids}`;
    const now = this.clock.now();
    const order = orderOf({ id, reference: `REF-${this.#ids}`, guildId, channelId, userId: ada, now });
    return { ...order, panel: { ...order.panel, token: `token-${id}` }, ...changes };
  }

  /** What the answer to an order shows. */
  answerTo({ panel }: Order): string {
    return this.shown.get(panel.token ?? '') ?? '';
  }

  deleteMessage(messageId: string): void {
    this.#removals.tell({ messageId });
  }

  /** Until something that sockets and files decide, without time passing. */
  async until(condition: () => boolean): Promise<void> {
    for (let turn = 0; !condition(); turn += 1) {
      if (turn > 2_000) throw new Error('it did not come true');
      await settle();
      await this.clock.advance(0);
    }
  }

  /** Until it's downloaded, decoded and paid for, or refused. */
  async begun(hearing: RecordingHearing): Promise<void> {
    await this.until(() => hearing.state.is === 'hearing' || hearing.isOver);
  }

  /** Until all of it is sent, and the service was asked for the last words; or it's over. */
  async sent(hearing: RecordingHearing): Promise<void> {
    await this.begun(hearing);
    while (!hearing.isOver && !this.client.sessions.at(-1)?.finishing) await this.clock.advance(100);
  }

  /** Until all of it is heard. */
  async heard(hearing: RecordingHearing): Promise<void> {
    await this.sent(hearing);
    await hearing.over;
  }

  /** Until nothing is running any more; the seconds that were paid. */
  async paid(): Promise<number> {
    await this.until(() => this.running.records.size === 0);
    return this.spent;
  }

  /** Until a session is open. */
  async connected(): Promise<void> {
    await this.until(() => this.client.open_.length > 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const made of this.#made) {
      const closed = made.close();
      await this.clock.advance(60_000);
      await closed;
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A tone as phones send it: Ogg Opus, 48 kHz mono. */
export async function voiceMessage(seconds: number, loudness = 8_000): Promise<Buffer> {
  const samples = Int16Array.from({ length: seconds * 48_000 }, (_, index) =>
    Math.round(loudness * Math.sin((index * 2 * Math.PI * 440) / 48_000)),
  );
  const packets = await encodeSpeech(samples, 48_000);
  return oggOpus(packets, { preSkip: 312, endTicks: 312 + samples.length });
}

function contentOf(body: MessageBody): string {
  const shown = JSON.stringify(body.components).replace(/"options":\[[^\]]*\]/g, '"":0');
  const found = shown.matchAll(/"(?:content|label|placeholder)":("(?:[^"\\]|\\.)*")/g);
  return [...found].map(([, text = '""']) => String(JSON.parse(text))).join('\n');
}
