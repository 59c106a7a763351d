import type { ServiceSandbox } from '../../sandbox/service/server.ts';
import type { CallAsk } from '../../src/conversation/call-ask.ts';
import type { CallTool } from '../../src/conversation/call-types.ts';
import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { openProfile } from '../../src/service/profile.ts';
import { openConversations } from '../../src/service/realtime/conversation/conversation-client.ts';
import type { ConversationClient } from '../../src/service/realtime/conversation/conversation-types.ts';
import { CallScene } from './call-scene.ts';
import { conversationDesk, orderOf } from './desks.ts';
import { fakeActor } from './fake-actor.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeMessenger } from './fake-messenger.ts';
import { Lifeline } from './lifeline.ts';
import { quietSockets } from './quiet-sockets.ts';
import { serviceSettings } from './service-settings.ts';

const asked = {
  id: '1000000000000000077',
  reference: 'TEST-0077',
  guildId: 'guild',
  channelId: 'text',
  userId: 'ann',
};
const order = orderOf({ ...asked, now: Number.MAX_SAFE_INTEGER / 2 });

const mostSteps = 3_000;

export interface ChannelSceneOptions {
  readonly tools?: readonly CallTool[];
  readonly aliases?: Readonly<Record<string, string>>;
  readonly apiKey?: string;
}

/** A conversation as its channel sees it: the real client and the service's stand-in over real sockets, and a made-up room. */
export class ChannelScene {
  readonly clock = new FakeClock();
  readonly scene: CallScene;
  readonly client: ConversationClient;
  readonly messenger: FakeMessenger;
  readonly desk: ConversationDesk;
  readonly #sandbox: ServiceSandbox;

  constructor(sandbox: ServiceSandbox, { tools = [], aliases = {}, apiKey }: ChannelSceneOptions = {}) {
    const { clock } = this;
    const line = new Lifeline();
    const profile = openProfile(
      serviceSettings(sandbox.baseUrl, { apiKey: apiKey ?? sandbox.apiKey, modelAliases: aliases }),
    );
    const messenger = new FakeMessenger(clock, () => line);
    this.#sandbox = sandbox;
    this.messenger = messenger;
    const log = () => this.scene.log.log;
    this.scene = new CallScene({
      clock,
      tools,
      parts: {
        client: { open: async (...given) => await this.client.open(...given), close: async () => {} },
      },
    });
    this.client = openConversations({ profile, clock, log: log() });
    const { calls, rooms } = this.scene;
    this.desk = conversationDesk({ calls, rooms, messenger, clock, log: log() });
  }

  /** Ann begins a conversation and joins it; so do the others. */
  async start(ask: CallAsk = {}, others: readonly string[] = []): Promise<void> {
    for (const userId of ['ann', ...others])
      this.scene.rooms.people.set(userId, { channelId: 'voice', deafened: false, muted: false });
    await this.begin(ask);
    const call = this.scene.calls.of('guild');
    if (!call) throw new Error('no call');
    this.scene.follow(call);
    for (const userId of others) this.scene.join(userId);
  }

  /** Only asks for it. */
  async begin(ask: CallAsk = {}): Promise<void> {
    this.scene.rooms.people.set('ann', { channelId: 'voice', deafened: false, muted: false });
    let over = false;
    const begun = this.desk.start(order, this.actor('ann'), ask).finally(() => {
      over = true;
    });
    begun.catch(() => undefined);
    await this.until(() => over, 'the beginning', 500);
    await begun;
  }

  actor(userId: string) {
    return fakeActor({ userId, guildId: 'guild' });
  }

  /** Somebody says something, as a sound that nobody voiced: the stand-in hears speech and answers. */
  async speak(durationMs = 400, userId = 'ann'): Promise<void> {
    const before = this.heard;
    await this.scene.speak(durationMs, userId);
    await this.scene.quiet(0);
    await this.until(() => this.heard > before, 'a turn at the service');
  }

  /** Turns that the service took. */
  get heard(): number {
    return this.#sandbox.realtime.sessions.reduce((sum, session) => sum + session.heard.length, 0);
  }

  /** What the bot was heard to say, as lines. */
  get answers(): readonly string[] {
    return this.scene.said.filter((line) => line.startsWith('bot: '));
  }

  /** What the panel shows by now. */
  async panel(): Promise<string> {
    await this.clock.advance(2_000);
    return this.#shown;
  }

  /** Every sentence that was posted beside the panel. */
  get posts(): readonly string[] {
    return this.messenger.posted.map(({ body }) => FakeMessenger.textOf(body));
  }

  /** Lets time go by in steps until it's so; what goes over the sockets meanwhile takes none. */
  async until(condition: () => boolean, what: string, stepMs = 20): Promise<void> {
    for (let step = 0; !condition(); step += 1) {
      if (step > mostSteps)
        throw new Error(`${what} did not come in time; said: ${this.scene.said.join(' | ')}`);
      await this.clock.advance(stepMs);
      await quietSockets();
    }
  }

  /** The panel says so, sooner or later. */
  async shows(words: string): Promise<void> {
    await this.until(() => this.#shown.includes(words), `“${words}” on the panel`, 200);
  }

  /** Speaks once more, and is answered to the end: the room goes on. */
  async goesOn(): Promise<void> {
    const before = this.answers.length;
    await this.speak();
    await this.until(() => this.answers.length > before, 'an answer');
  }

  get #shown(): string {
    return FakeMessenger.textOf(this.messenger.panels.at(-1));
  }

  async close(): Promise<void> {
    await this.scene.calls.close();
    await this.clock.advance(2_000);
    await this.client.close();
    await this.clock.advance(2_000);
  }
}
