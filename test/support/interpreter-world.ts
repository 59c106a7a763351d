import type { z } from 'zod';
import type { Actor } from '../../src/authority/actor.ts';
import { CallSeats } from '../../src/call/call-seats.ts';
import type { RunningCallRecord } from '../../src/call/running-calls.ts';
import type { ConsentRecord } from '../../src/community/consent.ts';
import type { AllowanceLeft } from '../../src/community/words/spending-words.ts';
import type { Order } from '../../src/discord/order.ts';
import { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { Glossary, type glossarySchema } from '../../src/interpreter/glossary.ts';
import { type InterpretationAsk, interpretationSettings } from '../../src/interpreter/interpretation-ask.ts';
import type { InterpretationRequest, InterpretedLine, PersonLanguages } from '../../src/interpreter/types.ts';
import { actorOf, ada, guildId, textChannel, voiceChannel } from './conversation-world.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeInterpretations } from './fake-interpretations.ts';
import { recordingLog } from './fake-log.ts';
import { FakeVoiceRooms } from './fake-voice.ts';
import { FakeVoicePeople } from './fake-voice-people.ts';
import { FakeMessenger, Lifeline, MemoryShelf } from './video-world.ts';

/** Interpreters as people see them, with calls, rooms and Discord faked. */
export class InterpreterWorld {
  readonly clock = new FakeClock();
  readonly #line = new Lifeline();
  readonly consents = new MemoryShelf<ConsentRecord>(() => this.#line);
  readonly running = new MemoryShelf<RunningCallRecord>(() => this.#line);
  readonly languages = new MemoryShelf<PersonLanguages>(() => this.#line);
  readonly terms = new MemoryShelf<z.infer<typeof glossarySchema>>(() => this.#line);
  readonly messenger = new FakeMessenger(this.clock, () => this.#line);
  readonly rooms = new FakeVoiceRooms();
  readonly people = new FakeVoicePeople(this.rooms);
  readonly calls = new FakeInterpretations();
  readonly seats = new CallSeats();
  readonly recorded = recordingLog();
  readonly pronunciations: { word: string; as: string }[] = [];
  readonly glossary = new Glossary({ shelf: this.terms, pronunciations: async () => this.pronunciations });
  allowance: AllowanceLeft | undefined;
  detectsLanguage = false;
  /** Whether people see the text channel who don't see the voice channel. */
  exposed = false;
  jpeg: (url: string) => Promise<Uint8Array> = async () => new Uint8Array([0xff, 0xd8, 0xff]);
  #desk: InterpreterDesk | undefined;
  #orders = 0;

  get desk(): InterpreterDesk {
    this.#desk ??= new InterpreterDesk({
      calls: this.calls,
      seats: this.seats,
      glossary: this.glossary,
      languages: this.languages,
      consents: this.consents,
      running: this.running,
      rooms: this.rooms,
      people: this.people,
      jpegOf: async (url) => await this.jpeg(url),
      allowanceOf: async () => this.allowance,
      detectsLanguage: this.detectsLanguage,
      exposes: () => this.exposed,
      region: 'singapore',
      messenger: this.messenger,
      clock: this.clock,
      log: this.recorded.log,
    });
    return this.#desk;
  }

  order(userId = ada): Order {
    this.#orders += 1;
    return {
      id: String(1_100_000_000_000_000_000n + BigInt(this.#orders)),
      reference: `TEST-100${this.#orders}`,
      guildId,
      channelId: textChannel,
      userId,
      locale: 'en-US',
      publicLocale: 'en-US',
      panel: {
        channelId: textChannel,
        applicationId: '500000000000000001',
        token: 'token',
        tokenExpiresAt: this.clock.now() + 15 * 60_000,
      },
      attachmentLimitBytes: 10 * 1024 * 1024,
    };
  }

  arrive(...userIds: readonly string[]): void {
    for (const userId of userIds) this.people.arrive({ guildId, channelId: voiceChannel, userId });
  }

  /** Begins a call of somebody who is in the voice channel. */
  async start(ask: Partial<InterpretationAsk> = {}, actor: Actor = actorOf(ada)) {
    if (!this.rooms.whereIs(guildId, actor.userId)) this.arrive(actor.userId);
    await this.desk.start(this.order(actor.userId), actor, { languages: 'en, de', ...ask });
    const call = this.calls.of(guildId);
    if (!call) throw new Error('no call');
    await this.clock.advance(0);
    return call;
  }

  /** What the panel shows by now. */
  async panel(): Promise<string> {
    await this.clock.advance(2_000);
    return FakeMessenger.textOf(this.messenger.panels.at(-1));
  }

  posts(channelId = textChannel): readonly string[] {
    return this.messenger.posted
      .filter((message) => message.channelId === channelId)
      .map(({ body }) => FakeMessenger.textOf(body));
  }
}

export function interpretationRequest(ask: Partial<InterpretationAsk> = {}): InterpretationRequest {
  return {
    id: '1100000000000000077',
    reference: 'TEST-0077',
    guildId,
    voiceChannelId: voiceChannel,
    textChannelId: textChannel,
    startedBy: ada,
    locale: 'en-US',
    publicLocale: 'en-US',
    settings: interpretationSettings({ languages: 'en, de', ...ask }),
  };
}

export function interpretedLine(changes: Partial<InterpretedLine> = {}): InterpretedLine {
  return {
    id: 'line-1',
    userId: ada,
    from: 'en',
    to: 'de',
    original: { sure: 'Good morning.', unsure: '' },
    translation: { sure: 'Guten Morgen.', unsure: '' },
    showsOriginal: true,
    final: true,
    cut: false,
    at: Date.UTC(2026, 0, 15, 12, 3, 5),
    ...changes,
  };
}
