import { CallSeats } from '../call/call-seats.ts';
import { usualEcho } from '../call/hearing/echo-settings.ts';
import { usualEndpointing } from '../call/hearing/endpointing.ts';
import { consentSchema } from '../community/consent.ts';
import { Spending, spendingRecordSchema } from '../community/spending.ts';
import { spendingSweep } from '../community/spending-sweep.ts';
import { jpegOf } from '../media/picture.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { SpeechDesk } from '../speech/desk.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { SharedParts } from './parts.ts';
import { ClientVoicePeople } from './voice-people.ts';

/** What conversations and interpreters share: a budget, one place per server, the same people and consents. */
export type CallShared = ReturnType<typeof callShared>;

export function callShared(
  { config, log, clock, store, client, inspectors, signal }: SharedParts,
  needs: { readonly rooms: VoiceRooms; readonly speech: SpeechDesk },
) {
  const { conversation } = config;
  const spent = store.collection('live-seconds', spendingRecordSchema);
  const writes = new RepeatedWrites({ clock, log, signal });
  const spending = new Spending({
    unit: 'live-seconds',
    shelf: spent,
    clock,
    log,
    writes,
    limits: {
      perPersonPerDay: conversation.secondsPerPersonPerDay,
      perGuildPerDay: conversation.secondsPerGuildPerDay,
      perBotPerDay: conversation.secondsPerBotPerDay,
    },
  });
  const sweep = spendingSweep({ name: 'days of live seconds', shelf: spent, clock, log });
  return {
    ...needs,
    seats: new CallSeats(),
    people: new ClientVoicePeople(client),
    consents: store.collection('consents', consentSchema),
    spending,
    spentSweep: {
      start: () => sweep.start(),
      close: async () => void (await Promise.all([sweep.close(), writes.close()])),
    },
    allowanceOf: async (guildId: string, userId: string) => await spending.left(guildId, userId),
    endpointing: { ...usualEndpointing, mode: conversation.endpointing },
    echo: usualEcho,
    /** Shown pictures, scaled down to this size. */
    pictures: (maxJpegBytes: number) => async (url: string, personId: string) =>
      await jpegOf({ inspectors, personId, url, option: 'image', maxJpegBytes, signal }),
  };
}
