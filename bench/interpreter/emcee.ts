import { usualEcho } from '../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../src/call/hearing/endpointing.ts';
import { openInterpretations } from '../../src/interpreter/interpretation.ts';
import { usualInterpreter } from '../../src/interpreter/settings.ts';
import { systemClock } from '../../src/operations/clock.ts';
import type { TranslationClient } from '../../src/service/realtime/translation/translation-types.ts';
import type { HeardFrame } from '../../src/voice/ears/types.ts';
import { createMouth } from '../../src/voice/mouth/mouth.ts';
import type { Mouth, PlayRequest } from '../../src/voice/mouth/types.ts';
import type { EnterRequest, RoomLease } from '../../src/voice/room/types.ts';
import { silentLog } from '../../test/support/fake-log.ts';
import { interpretationRequest } from '../../test/support/interpreter-scene.ts';
import { CaptionWrites } from './caption-writes.ts';
import { meetingLanguages } from './meeting.ts';
import { type BenchInterpreter, type CaptionChange, nowhere } from './subject.ts';
import type { Span } from './turns-to-speak.ts';

/** Five packets of silence end whatever is said; they're a part of it. */
const closingMs = 100;

/** A room whose mouth is the bot's own, and whose ears are the measurement's. */
function benchRoom(spokenAt: Map<string, number>, said: Span[]) {
  const listeners = new Set<(frame: HeardFrame) => void>();
  const room = createMouth(nowhere);
  room.resume();
  const enter = async ({ guildId, channelId, feature }: EnterRequest): Promise<RoomLease> => {
    const seat = room.seat(feature);
    const mouth: Mouth = {
      play: (request: PlayRequest) => {
        const playback = seat.play(request);
        void playback.started.then(async (heard) => {
          if (!heard) return;
          const fromMs = Date.now();
          if (!spokenAt.has(request.id)) spokenAt.set(request.id, fromMs);
          await playback.ended;
          said.push({ fromMs, untilMs: Date.now() + closingMs });
        });
        return playback;
      },
      skip: (id, ending) => seat.skip(id, ending),
      stop: (ending) => seat.stop(ending),
      hold: () => seat.hold(),
      get playing() {
        return seat.playing;
      },
      get waiting() {
        return seat.waiting;
      },
    };
    return {
      guildId,
      feature,
      mouth,
      state: { is: 'ready', channelId },
      ears: {
        allow: () => undefined,
        onFrame: (listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      ended: new Promise(() => undefined),
      onChange: () => () => undefined,
      touch: () => undefined,
      setStatus: async () => undefined,
      release: async () => room.close(),
      [Symbol.asyncDispose]: async () => room.close(),
    };
  };
  const hear = (frame: HeardFrame) => {
    for (const listener of listeners) listener(frame);
  };
  return { enter, hear };
}

/** Emcee: a session for each speaker and language, one voice for all. */
export async function openEmcee(client: TranslationClient): Promise<BenchInterpreter> {
  const spokenAt = new Map<string, number>();
  const said: Span[] = [];
  const changes: CaptionChange[] = [];
  const people = ['ann', 'bea', 'cho'];
  const room = benchRoom(spokenAt, said);
  let opened = 0;
  const interpretations = openInterpretations({
    rooms: {
      of: () => undefined,
      enter: room.enter,
      whereIs: () => ({ channelId: 'voice', deafened: false, muted: false }),
      close: async () => undefined,
    },
    client: {
      get waitMs() {
        return client.waitMs;
      },
      get connectsLeft() {
        return client.connectsLeft;
      },
      open: async (settings, opening) => {
        opened += 1;
        return await client.open(settings, opening);
      },
      close: async () => await client.close(),
    },
    spending: { reserve: async () => undefined, finish: async () => undefined, left: async () => undefined },
    peopleIn: () => people,
    settings: usualInterpreter,
    endpointing: { ...usualEndpointing, mode: 'paced' },
    echo: usualEcho,
    clock: systemClock,
    log: silentLog,
  });
  const interpretation = await interpretations.start(interpretationRequest({ languages: meetingLanguages }));
  interpretation.watch((event) => {
    if (event.is !== 'line') return;
    const { id, userId, to = '', original, translation, final } = event.line;
    changes.push({
      id,
      userId,
      to,
      original: original.sure + original.unsure,
      translation: translation.sure + translation.unsure,
      final,
      atMs: Date.now(),
    });
  });
  const writes = new CaptionWrites(interpretation);
  await writes.open();
  people.forEach((userId, index) => {
    const language = meetingLanguages[index];
    if (language) interpretation.choose(userId, { speaks: language });
    interpretation.join(userId);
  });
  return {
    changes,
    spokenAt,
    said,
    opened: () => opened,
    hear: room.hear,
    writtenAt: () => writes.writtenAt,
    finish: async () => {
      await interpretation.stop();
      await interpretation.ended;
      await writes.close();
    },
  };
}
