import type { Logger } from 'pino';
import type { Messenger } from '../../src/discord/messenger.ts';
import { RecordingDesk } from '../../src/interpreter/recordings/recording-desk.ts';
import { RecordingHearing } from '../../src/interpreter/recordings/recording-hearing.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { FakeTranslations } from './fake-translation.ts';
import { inlineDecoders } from './inline-inspectors.ts';

/** Recordings that are asked for and never heard, for tests of who may do what with them. */
export function stagedRecordings(
  messenger: Pick<Messenger, 'editPanel' | 'post'>,
  log: Logger,
): { readonly desk: RecordingDesk; readonly hearings: RecordingHearing[] } {
  const hearings: RecordingHearing[] = [];
  const clock = systemClock;
  const desk = new RecordingDesk({
    recordings: {
      get underWay() {
        return hearings.filter(({ isOver }) => !isOver);
      },
      open: () => undefined,
      close: async () => undefined,
      dropPerson: () => undefined,
      noteAnswer: async () => undefined,
      hear: async (request) => {
        const hearing = new RecordingHearing(request, {
          ...{ client: new FakeTranslations(), decoders: inlineDecoders(), ffmpeg: undefined, speed: 5 },
          ...{ hotWords: () => [], unheard: new Set(), clock },
        });
        hearings.push(hearing);
        return hearing;
      },
    },
    ...{ languages: { of: async () => ({}) }, detectsLanguage: false, prepare: async () => undefined },
    ...{ messenger, clock, log },
  });
  return { desk, hearings };
}
