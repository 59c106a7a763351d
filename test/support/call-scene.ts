import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import { type CallsParts, openCalls } from '../../src/conversation/call.ts';
import type {
  Call,
  CallLine,
  CallRequest,
  CallSettings,
  CallTool,
} from '../../src/conversation/call-types.ts';
import { usualAddressing } from '../../src/conversation/settings/addressing.ts';
import { usualInterruption } from '../../src/conversation/settings/interruption.ts';
import type { ConversationEvent } from '../../src/service/realtime/conversation/conversation-types.ts';
import type { FakeClock } from './fake-clock.ts';
import { FakeConversations, type FakeSession } from './fake-conversation.ts';
import { RoomScene } from './room-scene.ts';

export interface SceneOptions {
  readonly settings?: Partial<CallSettings>;
  readonly parts?: Partial<CallsParts>;
  readonly tools?: readonly CallTool[];
  /** Who takes part; `ann` alone when absent. She starts it. */
  readonly people?: readonly string[];
  readonly clock?: FakeClock;
  /** How long it may be silent. */
  readonly idleMs?: number;
}

/** A call in a room where a test speaks and says what the service does. */
export class CallScene extends RoomScene {
  readonly service = new FakeConversations();
  readonly lines: CallLine[] = [];
  readonly calls;
  readonly request: CallRequest;
  readonly #options: SceneOptions;
  #call: Call | undefined;

  constructor(options: SceneOptions = {}) {
    const { settings, parts, tools = [], clock, idleMs } = options;
    super(clock);
    this.#options = options;
    this.request = {
      id: 'call-1',
      reference: 'C1',
      guildId: 'guild',
      voiceChannelId: 'voice',
      textChannelId: 'text',
      panelChannelId: 'text',
      startedBy: 'ann',
      locale: 'en-US',
      publicLocale: 'en-US',
      idleMs,
      settings: {
        model: 'xq3.5-omni-realtime',
        speaks: true,
        turns: 'voice',
        search: 'off',
        addressing: { ...usualAddressing, names: ['Emcee'] },
        interruption: usualInterruption,
        transcript: true,
        ...settings,
      },
    };
    this.calls = openCalls({
      rooms: this.rooms,
      client: this.service,
      spending: this.spending,
      tools: () => tools,
      toolRounds: 4,
      endpointing: usualEndpointing,
      echo: usualEcho,
      hasAnyRole: () => false,
      clock: this.clock,
      log: this.log.log,
      random: () => 0.5,
      ...parts,
    });
  }

  static async start(options: SceneOptions = {}): Promise<CallScene> {
    const scene = new CallScene(options);
    await scene.start();
    return scene;
  }

  async start(): Promise<void> {
    this.follow(await this.calls.start(this.request));
  }

  /** A call of these rooms that was begun in another way. */
  follow(call: Call): void {
    this.#call = call;
    call.watch((event) => {
      if (event.is === 'line') this.lines.push(event.line);
    });
    call.onChange(() =>
      this.activities.push(call.state.is === 'running' ? call.state.activity : call.state.end),
    );
    for (const userId of this.#options.people ?? ['ann']) this.join(userId);
  }

  get call(): Call {
    if (!this.#call) throw new Error('the call was not started');
    return this.#call;
  }

  get session(): FakeSession {
    return this.service.current;
  }

  get playbacks() {
    return this.lease.mouth.playbacks;
  }

  /** Final lines, `who: what`, with a dash where it was cut. */
  get said(): readonly string[] {
    return this.lines
      .filter(({ final }) => final)
      .map(({ by, sure, cut }) => `${by.is === 'person' ? by.userId : 'bot'}: ${sure}${cut ? '–' : ''}`);
  }

  join(userId: string): void {
    this.arrive(userId);
    this.call.join(userId);
  }

  /** Nobody speaks: those who did send the silence that ends speech. */
  async quiet(durationMs: number): Promise<void> {
    this.fallSilent();
    await this.clock.advance(durationMs);
  }

  async tell(...events: readonly ConversationEvent[]): Promise<void> {
    this.session.tell(...events);
    await this.clock.advance(0);
  }

  /** The service takes somebody's turn; its transcript only when there's a text. */
  async turn(itemId: string, text?: string): Promise<void> {
    await this.tell(
      { is: 'speech-started', itemId, atMs: 0 },
      { is: 'speech-stopped', itemId, atMs: 0 },
      { is: 'committed', itemId },
      ...(text === undefined ? [] : [{ is: 'heard', itemId, text } as const]),
    );
  }

  /** Somebody says so much and is quiet for as long as ends a turn, which the service takes. */
  async speakTurn(userId: string, itemId: string, text?: string, durationMs = 400): Promise<void> {
    await this.speak(durationMs, userId);
    await this.quiet(600);
    await this.turn(itemId, text);
  }

  /** The service answers, all of it at once. */
  async answer(responseId: string, text: string, audioMs: number): Promise<void> {
    await this.tell({ is: 'response-started', responseId }, ...this.spoken(responseId, text, audioMs));
    await this.finish(responseId);
  }

  spoken(responseId: string, text: string, audioMs: number): readonly ConversationEvent[] {
    const pcm = new Uint8Array(audioMs * 48).map((_, index) => (Math.floor(index / 960) % 250) + 1);
    return [
      { is: 'answer-text', responseId, delta: text },
      { is: 'answer-audio', responseId, pcm },
    ];
  }

  async finish(
    responseId: string,
    end: 'completed' | 'cancelled' | 'failed' | 'silent' = 'completed',
  ): Promise<void> {
    await this.tell({ is: 'response-ended', responseId, end, usage: undefined, sources: [] });
  }
}
