import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pino } from 'pino';
import { RecordingHearing } from '../../src/interpreter/recordings/recording-hearing.ts';
import { findFfmpeg } from '../../src/media/ffmpeg.ts';
import { spawnDecoder } from '../../src/media/inspection/inspector.ts';
import { Inspectors } from '../../src/media/inspection/inspectors.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { FakeTranslations } from '../../test/support/fake-translation.ts';

interface Listening {
  readonly url: string;
  readonly folder: string;
  /** The first sound is on its way to the service. */
  readonly onFirst: () => void;
}

/** A hundred times as fast as people speak, so that a round takes seconds: a piece is in memory for as long as it's sent. */
const speed = 100;

/** A session that forgets what it's given, as a socket that has sent it. */
class Forgetting extends FakeTranslations {
  readonly #onAppend: () => void;

  constructor(onAppend: () => void) {
    super();
    this.#onAppend = onAppend;
  }

  override async open(...asked: Parameters<FakeTranslations['open']>) {
    const session = await super.open(...asked);
    session.append = () => this.#onAppend();
    return session;
  }
}

export const listeners: Readonly<Record<string, (listening: Listening) => Promise<void>>> = {
  emcee: async ({ url, folder, onFirst }) => {
    const decoders = new Inspectors({
      clock: systemClock,
      log: pino({ level: 'silent' }),
      spawn: () => spawnDecoder(join(folder, 'compiled')),
      limitMs: 120_000,
    });
    const recording = { messageId: '1', channelId: '2', authorId: '3', url, bytes: 1, seconds: 600 };
    const hearing = new RecordingHearing(
      { id: '1', reference: 'R', guildId: '4', userId: '5', recording, from: 'de', to: 'en' },
      {
        ...{ client: new Forgetting(onFirst), decoders, ffmpeg: findFfmpeg(process.env.PATH), speed },
        ...{ hotWords: () => [], unheard: new Set(), clock: systemClock },
      },
    );
    const sound = await hearing.prepareSound(folder);
    decoders.close();
    await hearing.listen(sound);
  },
  recipe: async ({ url, onFirst }) => {
    const file = Buffer.from(await (await fetch(url)).arrayBuffer());
    const ffmpeg = spawn('ffmpeg', [
      '-loglevel',
      'error',
      '-i',
      'pipe:0',
      '-ac',
      '1',
      '-ar',
      '16000',
      '-f',
      'wav',
      'pipe:1',
    ]);
    const pieces: Buffer[] = [];
    ffmpeg.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    ffmpeg.stdin.end(file);
    await new Promise((resolve) => ffmpeg.once('close', resolve));
    const call = JSON.stringify({ audio: Buffer.concat(pieces).toString('base64') });
    onFirst();
    if (call.length < 10_000) throw new Error('the recipe made no sound');
  },
};
