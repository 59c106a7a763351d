import { pino } from 'pino';
import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import { openCalls } from '../../src/conversation/call.ts';
import type { CallRequest } from '../../src/conversation/call-types.ts';
import { usualAddressing } from '../../src/conversation/settings/addressing.ts';
import { usualInterruption } from '../../src/conversation/settings/interruption.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { openProfile } from '../../src/service/profile.ts';
import { openConversations } from '../../src/service/realtime/conversation/conversation-client.ts';
import type { OpenBenchCall } from './bench-call.ts';
import { EmceeRoom } from './emcee-lease.ts';
import type { CallSeat } from './messages.ts';

const log = pino({ enabled: false });

/** A call of Emcee: everything below its commands and panels. */
export const openEmceeCall: OpenBenchCall = (seat, url) => {
  const room = new EmceeRoom();
  return {
    join: (connection) => room.join(connection),
    async start(connection) {
      room.speakThrough(connection);
      const calls = openCalls({
        rooms: {
          of: () => undefined,
          enter: async (request) => room.lease(request, seat),
          whereIs: () => ({ channelId: seat.channelId, deafened: false, muted: false }),
          close: async () => undefined,
        },
        client: clientOf(url),
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
        clock: systemClock,
        log,
      });
      const call = await calls.start(benchRequest(seat));
      // The panel of a call follows it.
      call.onChange(() => undefined);
      call.watch(() => undefined);
      for (const userId of seat.speakerIds) call.join(userId);
    },
  };
};

const clients = new Map<string, ReturnType<typeof openConversations>>();

/** One for the whole process, as the bot has it. */
function clientOf(url: string) {
  const known = clients.get(url);
  if (known) return known;
  const client = openConversations({
    profile: benchProfile(url),
    clock: systemClock,
    log,
    connectsPerMinute: 6_000,
  });
  clients.set(url, client);
  return client;
}

export function benchProfile(baseUrl: string) {
  return openProfile({
    apiKey: 'bench',
    region: 'singapore',
    baseUrl,
    headerPrefix: 'X-Service-',
    modelAliases: {},
    timeoutMs: 10_000,
  });
}

type Place = Pick<CallSeat, 'guildId' | 'channelId' | 'speakerId'>;

export function benchRequest({ guildId, channelId, speakerId }: Place): CallRequest {
  return {
    id: `call ${guildId}`,
    reference: guildId,
    guildId,
    voiceChannelId: channelId,
    textChannelId: channelId,
    panelChannelId: channelId,
    startedBy: speakerId,
    locale: 'en-US',
    publicLocale: 'en-US',
    settings: {
      model: 'xq3.5-omni-realtime',
      speaks: true,
      turns: 'voice',
      search: 'off',
      addressing: { ...usualAddressing, mode: 'always', names: ['Emcee'] },
      interruption: usualInterruption,
      transcript: false,
    },
  };
}
