import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/service/errors.ts';
import { withTrueLengths } from '../../../src/speech/spoken-files.ts';
import { beginnings } from '../../support/fake-synthesis.ts';
import { ada, guildId, names, SpeechWorld } from '../../support/speech-world.ts';

const it = test.extend('world', () => new SpeechWorld());

const file = (world: SpeechWorld, text: string, changes: object = {}) =>
  world.desk.file(world.order(ada), { text, names, format: 'mp3', maxBytes: 1_000_000, ...changes });

/** A WAV header with another chunk before the sound, as a stream begins: with lengths that mean nothing. */
function streamedWav(dataBytes: number): Buffer {
  const wav = Buffer.alloc(12 + 24 + 12 + 8 + dataBytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(0xffffffff, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.write('LIST', 36, 'latin1');
  wav.writeUInt32LE(3, 40);
  wav.write('data', 48, 'latin1');
  wav.writeUInt32LE(0xffffffff, 52);
  return wav;
}

describe('a WAV that was streamed', () => {
  it('says how long it is once it is whole', () => {
    const fixed = Buffer.from(withTrueLengths(streamedWav(100)));
    expect(fixed.readUInt32LE(4)).toBe(fixed.length - 8);
    expect(fixed.readUInt32LE(52)).toBe(100);
  });

  it.each([
    ['no WAV', Buffer.from('OggS and more of it')],
    ['cut off in its header', streamedWav(0).subarray(0, 20)],
    ['empty', Buffer.alloc(0)],
  ])('is left as it is when it is %s', (_, bytes) => {
    expect(withTrueLengths(bytes)).toHaveLength(bytes.length);
  });
});

describe('a file of speech', () => {
  it('has all that the service sent, in its format, and costs what was billed', async ({ world }) => {
    world.synthesis.scripts.push({ chunks: 5, characters: 4 });
    const made = await file(world, 'hello', { format: 'wav' });
    expect(made).toMatchObject({ extension: 'wav', characters: 4 });
    expect([...made.bytes.slice(-4)]).toEqual([1, 2, 3, 4]);
    expect(made.bytes).toHaveLength(beginnings.wav.length + 4);
    expect(world.synthesis.tasks[0]?.request).toMatchObject({ format: 'wav', sampleRateHz: 24_000 });
    expect(world.spentCharacters()).toBe(4);
  });

  it.each(['mp3', 'wav', 'opus'] as const)(
    'that is no sound is the fault of the service, not of the text: %s',
    async (format) => {
      for (const sound of [Buffer.from('<html>busy</html>'), Buffer.alloc(0)]) {
        const world = new SpeechWorld();
        world.synthesis.scripts.push({ sound });
        await expect(file(world, 'hello', { format })).rejects.toMatchObject({
          fault: 'malformed',
          code: 'AudioIsNoSound',
        });
      }
      await expect(file(new SpeechWorld(), 'hello', { format })).resolves.toMatchObject({ script: {} });
    },
  );

  it('is given up as soon as it gets larger than the server takes', async ({ world }) => {
    world.synthesis.scripts.push({ chunks: 400 });
    await expect(file(world, 'a', { maxBytes: 300 })).rejects.toMatchObject({
      facts: { code: 'speech-file-too-large' },
    });
    expect(world.synthesis.tasks[0]?.cancelled).toBe(true);
  });

  it('is refused before anything is made if half of its estimate is too large: 48,000 bytes a second of WAV', async () => {
    const world = new SpeechWorld();
    const tenSeconds = 'abcdefghijklmn'.repeat(10);
    const made = async (maxBytes: number) => await file(world, tenSeconds, { format: 'wav', maxBytes });
    await expect(made(239_000)).rejects.toMatchObject({ facts: { code: 'speech-file-too-large' } });
    expect(world.synthesis.tasks).toEqual([]);
    await expect(made(241_000)).resolves.toMatchObject({ extension: 'wav' });
  });

  it('that fails before anything was made costs nothing', async ({ world }) => {
    world.synthesis.scripts.push({
      refused: { fault: 'access', code: 'AccessDenied', nothingHappened: true },
    });
    await expect(file(world, 'hello')).rejects.toBeInstanceOf(ServiceError);
    expect(world.spentCharacters()).toBe(0);
  });

  it('needs what is left of the day', async () => {
    const world = new SpeechWorld({ charactersPerPersonPerDay: 3 });
    await expect(file(world, 'hello')).rejects.toMatchObject({ facts: { code: 'quota-spent' } });
    expect(world.synthesis.tasks).toEqual([]);
  });

  it('carries pronunciations as the document lets its voice', async () => {
    const world = new SpeechWorld({ voice: 'echo-1' });
    await world.desk.dictionary.add({ guildId, userId: '100' }, { word: 'nginx', as: 'engine x' });
    await world.desk.dictionary.add(
      { guildId, userId: '100' },
      { word: '重庆', as: '虫庆', pinyin: 'chong2 qing4' },
    );
    await world.desk.dictionary.add({ guildId, userId: '100' }, { word: 'unused', as: 'not there' });
    const made = await file(world, 'nginx 重庆');
    expect(world.synthesis.tasks[0]).toMatchObject({
      text: 'nginx 重庆',
      request: {
        hotFix: {
          replace: [{ word: 'nginx', by: 'engine x' }],
          pronunciation: [{ word: '重庆', pinyin: 'chong2 qing4' }],
        },
      },
    });
    expect(made.script.characters).toBe(13);
  });

  it('carries them in its text with every other voice', async ({ world }) => {
    await world.desk.dictionary.add(
      { guildId, userId: '100' },
      { word: '重庆', as: '虫庆', pinyin: 'chong2 qing4' },
    );
    await file(world, '我在重庆');
    expect(world.synthesis.tasks[0]?.text).toBe('我在虫庆');
    expect(world.synthesis.tasks[0]?.request.hotFix).toBeUndefined();
  });
});
