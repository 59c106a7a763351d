import { join } from 'node:path';
import { RunningRecordings, runningRecordingSchema } from '../call/running-recordings.ts';
import { ClientTraffic } from '../discord/traffic.ts';
import type { InterpreterDesk } from '../interpreter/desk.ts';
import { LanguagesOfPeople, personLanguagesIndex, personLanguagesSchema } from '../interpreter/people.ts';
import { KeptTexts, keptTextSchema, textKeeperSchema } from '../interpreter/recordings/kept-texts.ts';
import { RecordingDesk } from '../interpreter/recordings/recording-desk.ts';
import { Recordings } from '../interpreter/recordings/recordings.ts';
import { findFfmpeg } from '../media/ffmpeg.ts';
import { spawnDecoder } from '../media/inspection/inspector.ts';
import { Inspectors } from '../media/inspection/inspectors.ts';
import { systemClock } from '../operations/clock.ts';
import { ownProgramEnvironment } from '../operations/own-programs.ts';
import type { TranslationClient } from '../service/realtime/translation/translation-types.ts';
import { asWritten, ofPerson } from '../storage/record-index.ts';
import type { CallShared } from './calls.ts';
import type { SharedParts } from './parts.ts';

/** Decoding ten minutes takes three seconds of a processor; a file made to take longer ends its process. */
const decodingLimitMs = 60_000;
/** One for people's files, because the pool keeps one back. */
const decodersAtOnce = 2;
const decoderIdleMs = 10_000;

/** What hearing recordings needs, whatever for. */
export type RecordedSound = ReturnType<typeof recordedSound>;

export function recordedSound(
  { config, log, clock, store, client, messenger, inspectors }: SharedParts,
  { spending }: Pick<CallShared, 'spending'>,
) {
  const compiled = ownProgramEnvironment.NODE_COMPILE_CACHE ?? join(inspectors.folder, 'compiled');
  const shelf = store.collection('recordings-running', runningRecordingSchema, asWritten);
  const kept = new KeptTexts({
    texts: store.collection('recordings-kept', keptTextSchema, asWritten),
    keepers: store.collection('recordings-keepers', textKeeperSchema, ofPerson),
    ...{ traffic: new ClientTraffic(client), clock, log },
  });
  return {
    kept,
    readers: {
      // How long a process works is real time, whatever clock the rest goes by.
      decoders: new Inspectors({
        ...{ clock: systemClock, log, folder: inspectors.folder },
        spawn: () => spawnDecoder(compiled),
        ...{ atOnce: decodersAtOnce, limitMs: decodingLimitMs, idleMs: decoderIdleMs },
      }),
      ffmpeg: findFfmpeg(config.searchPath),
    },
    running: new RunningRecordings({ shelf, spending, messenger, clock, log }),
  };
}

export function recordingDesk(
  { config, log, clock, store, client, messenger, neverHeard, neverWritten }: SharedParts,
  needs: {
    readonly heard: RecordedSound;
    readonly shared: CallShared;
    readonly translations: TranslationClient;
    readonly interpreter: InterpreterDesk;
  },
): RecordingDesk {
  const { interpreter } = config;
  const { glossary } = needs.interpreter;
  const recordings = new Recordings({
    client: needs.translations,
    ...needs.heard.readers,
    speed: interpreter.recordingSpeed,
    atOnce: interpreter.recordingsAtOnce,
    hotWords: (guildId) => glossary.names(guildId),
    unheard: { has: (userId) => neverHeard.has(userId) || neverWritten.has(userId) },
    spending: needs.shared.spending,
    running: needs.heard.running,
    kept: needs.heard.kept,
    traffic: new ClientTraffic(client),
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
