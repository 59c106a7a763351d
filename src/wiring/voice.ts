import { servedGuilds } from '../discord/guards.ts';
import { permissionsPhrase } from '../language/phrases.ts';
import { asWritten } from '../storage/record-index.ts';
import { createEars } from '../voice/ears/ears.ts';
import { createMouth } from '../voice/mouth/mouth.ts';
import { statusRecordSchema } from '../voice/room/channel-status.ts';
import type { RoomWords } from '../voice/room/notices.ts';
import { ClientPresence } from '../voice/room/presence-client.ts';
import { openRooms, type Rooms } from '../voice/room/rooms.ts';
import { wordsFor } from '../words/index.ts';
import type { SharedParts } from './parts.ts';

/** @throws {CipherError} */
export async function voiceRooms({
  config,
  log,
  clock,
  store,
  neverHeard,
  client,
  messenger,
}: SharedParts): Promise<Rooms> {
  return await openRooms({
    presence: new ClientPresence(client, log, clock),
    records: store.collection('voice-statuses', statusRecordSchema, asWritten),
    settings: config.voice,
    messenger,
    serves: servedGuilds(config.discord.allowedGuildIds),
    wordsFor: roomWords,
    clock,
    log,
    createMouth: (sink) => createMouth(sink, { prebufferMs: config.voice.prebufferMs }),
    createEars: () =>
      createEars({
        neverHears: (userId) => neverHeard.has(userId),
        onProblem: (error) => log.warn({ err: error }, "couldn't decode a packet of speech"),
      }),
  });
}

/** What a room says in one language. */
export function roomWords(locale: string | undefined): RoomWords {
  const words = wordsFor(locale);
  return {
    ...words.voice,
    permissions: (names) => permissionsPhrase(names, words.errors.permissions, words.locale),
  };
}
