import { CallLocks } from '../call/call-locks.ts';
import { usualEcho } from '../call/hearing/echo-settings.ts';
import { usualEndpointing } from '../call/hearing/endpointing.ts';
import { consentIndex, consentSchema } from '../community/consent.ts';
import { Spending } from '../community/spending.ts';
import { anyAddress } from '../media/addresses.ts';
import { jpegOf } from '../media/picture.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { SpeechDesk } from '../speech/desk.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import { useByMember } from './feature-use.ts';
import type { SharedParts } from './parts.ts';
import { ClientVoicePeople } from './voice-people.ts';

/** What conversations and interpreters share: a budget, one place per server, the same people and consents. */
export type CallShared = ReturnType<typeof callShared>;

export function callShared(
  { config, log, clock, store, gate, spent, neverHeard, client, inspectors, signal }: SharedParts,
  needs: { readonly rooms: VoiceRooms; readonly speech: SpeechDesk },
) {
  const { conversation } = config;
  const writes = new RepeatedWrites({ clock, log, signal });
  const spending = new Spending({
    unit: 'live-seconds',
    spent,
    clock,
    log,
    writes,
    limits: {
      perPersonPerDay: conversation.secondsPerPersonPerDay,
      perGuildPerDay: conversation.secondsPerGuildPerDay,
      perBotPerDay: conversation.secondsPerBotPerDay,
    },
  });
  return {
    ...needs,
    locks: new CallLocks(),
    people: new ClientVoicePeople(client),
    mayJoin:
      (feature: 'conversation' | 'interpreter') =>
      async (guildId: string, userId: string, channelId: string) => {
        const member = client.guilds.cache.get(guildId)?.members.cache.get(userId);
        return member !== undefined && (await gate.mayUse(useByMember(feature, member, channelId, [])));
      },
    consents: store.collection('consents', consentSchema, consentIndex),
    unheard: neverHeard,
    spending,
    writes,
    endpointing: { ...usualEndpointing, mode: conversation.endpointing },
    echo: usualEcho,
    mayWrite: (guildId: string, channelId: string) => {
      const guild = client.guilds.cache.get(guildId);
      const me = guild?.members.me;
      const held = me && guild.channels.cache.get(channelId)?.permissionsFor(me);
      return held?.has(['ViewChannel', 'SendMessages', 'ReadMessageHistory']) ?? false;
    },
    /** Shown pictures, scaled down to this size. */
    pictures: (maxJpegBytes: number) => async (url: string, personId: string) =>
      await jpegOf({ inspectors, personId, url, option: 'image', policy: anyAddress, signal }, maxJpegBytes),
  };
}
