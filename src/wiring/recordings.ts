import { ClientTraffic } from '../discord/traffic.ts';
import type { InterpreterDesk } from '../interpreter/desk.ts';
import { LanguagesOfPeople, personLanguagesIndex, personLanguagesSchema } from '../interpreter/people.ts';
import { RecordingDesk } from '../interpreter/recordings/recording-desk.ts';
import { Recordings } from '../interpreter/recordings/recordings.ts';
import { runningRecordingSchema } from '../interpreter/recordings/running-recordings.ts';
import { findFfmpeg } from '../media/ffmpeg.ts';
import { spawnDecoder } from '../media/inspection/inspector.ts';
import { Inspectors } from '../media/inspection/inspectors.ts';
import { systemClock } from '../operations/clock.ts';
import type { TranslationClient } from '../service/realtime/translation/translation-types.ts';
import { asWritten } from '../storage/record-index.ts';
import type { CallShared } from './calls.ts';
import type { SharedParts } from './parts.ts';

/** Decoding ten minutes takes three seconds of a processor; a file made to take longer ends its process. */
const decodingLimitMs = 60_000;
/** One for people's files, because the pool keeps one back. */
const decodersAtOnce = 2;
const decoderIdleMs = 10_000;

export function recordingDesk(
  { config, log, clock, store, client, messenger, inspectors, neverHeard, neverWritten }: SharedParts,
  needs: {
    readonly shared: CallShared;
    readonly translations: TranslationClient;
    readonly interpreter: InterpreterDesk;
  },
): RecordingDesk {
  const { interpreter } = config;
  const { glossary } = needs.interpreter;
  const recordings = new Recordings({
    client: needs.translations,
    // How long a process works is real time, whatever clock the rest goes by.
    decoders: new Inspectors({
      ...{ clock: systemClock, log, spawn: spawnDecoder, folder: inspectors.folder },
      ...{ atOnce: decodersAtOnce, limitMs: decodingLimitMs, idleMs: decoderIdleMs },
    }),
    ffmpeg: findFfmpeg(config.searchPath),
    speed: interpreter.recordingSpeed,
    atOnce: interpreter.recordingsAtOnce,
    hotWords: (guildId) => glossary.names(guildId),
    unheard: { has: (userId) => neverHeard.has(userId) || neverWritten.has(userId) },
    spending: needs.shared.spending,
    running: store.collection('recordings-running', runningRecordingSchema, asWritten),
    traffic: new ClientTraffic(client),
    messenger,
    clock,
    log,
  });
  const people = store.collection('interpreter-people', personLanguagesSchema, personLanguagesIndex);
  return new RecordingDesk({
    recordings,
    languages: new LanguagesOfPeople(people),
    detectsLanguage: interpreter.detectsLanguage,
    prepare: async (guildId) => await glossary.prepare(guildId),
    messenger,
    clock,
    log,
  });
}
