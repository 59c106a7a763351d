import { pino } from 'pino';
import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import { openCalls } from '../../src/conversation/call.ts';
import type { Call } from '../../src/conversation/call-types.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { openConversations } from '../../src/service/realtime/conversation/conversation-client.ts';
import { CountedClient } from './counted-client.ts';
import { benchProfile, benchRequest } from './emcee-call.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import { everybody, SimulatedRooms } from './simulated-room.ts';

const patienceMs = 2_000;
const log = pino({ enabled: false });

/** Calls in a room in simulated time, one after another, with a real connection to the service. */
export class SimulatedCalls {
  readonly client: CountedClient;
  readonly rooms: SimulatedRooms;
  lines = 0;
  readonly #calls;

  constructor(clock: SimulatedClock, url: string) {
    this.rooms = new SimulatedRooms(clock);
    this.client = new CountedClient(
      openConversations({
        profile: benchProfile(url),
        clock: systemClock,
        log,
        connectsPerMinute: 6_000,
      }),
    );
    this.#calls = openCalls({
      rooms: this.rooms,
      client: this.client,
      spending: {
        reserve: async () => undefined,
        finish: async () => undefined,
        left: async () => undefined,
      },
      tools: () => [],
      toolRounds: 4,
      endpointing: usualEndpointing,
      echo: usualEcho,
      hasAnyRole: () => false,
      clock,
      log,
    });
  }

  async begin(): Promise<Call> {
    const request = benchRequest({ guildId: 'guild', channelId: 'voice', speakerId: everybody[0] ?? '' });
    const call = await this.#calls.start(request);
    call.onChange(() => undefined);
    call.watch((event) => {
      if (event.is === 'line' && event.line.final) this.lines += 1;
    });
    for (const userId of everybody) call.join(userId);
    return call;
  }

  /** The service is a process of its own: simulated time waits for what it owes. */
  async caughtUp(): Promise<void> {
    const { client } = this;
    const untilMs = performance.now() + patienceMs;
    while (client.answers < client.turns && performance.now() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, 1));
    client.answers = client.turns;
  }
}
