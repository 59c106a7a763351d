import { afterAll, describe, expect, it } from 'vitest';
import { inChunks } from '../support/sound.ts';
import { openStepCounter } from '../support/steps/count-steps.ts';

/** What the service sends, counted as in `texts.test.ts`: twice as much is twice the steps, and beyond a cap no more. */
const counter = openStepCounter();
afterAll(() => counter.close());

const { parseJson } = await import('../../src/service/answer.ts');
const { readEvent } = await import('../../src/service/synthesis/wire.ts');
const { OggClock } = await import('../../src/service/synthesis/continuation.ts');
const { ContinuedAudio } = await import('../../src/service/synthesis/continuation.ts');
const { oggOpusPackets } = await import('../../src/voice/packets/ogg-opus.ts');
const { framesOf } = await import('../../src/voice/packets/opus-packet.ts');
const { wireTaskList, wireTaskResult } = await import('../../src/service/video/wire.ts');
const { wireAnswer, wireDocumentPage, wirePassages } = await import('../../src/service/knowledge/wire.ts');
const { documentOf, passageOf } = await import('../../src/service/knowledge/http-client.ts');
const { oggPage } = await import('../../sandbox/test/support/ogg-writer.ts');

async function growthOf(work: (size: number) => () => unknown, size: number): Promise<number> {
  const steps = async (size: number) => {
    const prepared = work(size);
    await prepared();
    return await counter.stepsOfAll(async () => await prepared());
  };
  await steps(size);
  const once = await steps(size);
  return (await steps(2 * size)) / once;
}

const many = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, at) => make(at));

const event = (words: readonly unknown[]) =>
  JSON.stringify({
    header: { event: 'result-generated', task_id: 't' },
    payload: { output: { sentence: { index: 0, words } } },
  });
const word = (at: number) => ({
  text: 'word',
  begin_index: at,
  end_index: at + 4,
  begin_time: at,
  end_time: at + 1,
});

/** An Ogg Opus file whose pages have one segment of 255 bytes each: a packet that never ends. */
function endless(pages: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.set([1, 1], 8);
  const page = (sequence: number, packet: Uint8Array, flags: number, open = false) =>
    oggPage({ serial: 1, sequence, flags, granule: -1n, packets: [packet], open });
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(255 - 8)]);
  return Buffer.concat([
    page(0, head, 2),
    page(1, tags, 0, true),
    ...many(pages, (at) => page(at + 2, Buffer.alloc(255), 1, true)),
  ]);
}

const emptyPage: Uint8Array = oggPage({ serial: 1, sequence: 0, granule: 0n, packets: [] });

async function read(file: Uint8Array): Promise<void> {
  try {
    for await (const _ of oggOpusPackets(inChunks(file, file.length))) {
    }
  } catch {}
}

function wavOf(chunks: number): Uint8Array {
  const header = Buffer.alloc(12 + 8 * chunks, 'a');
  header.write('RIFF');
  for (let at = 12; at < header.length; at += 8) header.writeUInt32LE(0, at + 4);
  return header;
}

/** Padding is counted in bytes of 255. */
function framesOfPadding(size: number): unknown {
  const counts = Buffer.alloc(size, 255);
  try {
    return framesOf(
      Buffer.concat([Uint8Array.of(3, 0x41), counts, Uint8Array.of(0), Buffer.alloc(254 * size)]),
    );
  } catch {
    return undefined;
  }
}

const prepared =
  <Given>(given: Given, look: (given: Given) => unknown) =>
  () =>
    look(given);

const fields = (size: number) => Object.fromEntries(many(size, (at) => [`field${at}`, at]));

describe('what the service sends', () => {
  it.each<readonly [string, (size: number) => () => unknown, number]>([
    ['words', (size) => prepared(event(many(size, word)), readEvent), 400],
    ['things that are no words', (size) => prepared(event(many(size, () => ({}))), readEvent), 400],
    ['an Ogg file of pages that end no packet', (size) => prepared(endless(size), read), 60],
    [
      'audio whose pages are empty',
      (size) => prepared(Buffer.concat(many(size, () => emptyPage)), (audio) => new OggClock().take(audio)),
      100,
    ],
    [
      'a WAV header of empty chunks',
      (size) => prepared(wavOf(size), (audio) => new ContinuedAudio('wav').take(audio)),
      200,
    ],
    ['an Opus packet of nothing but padding', (size) => () => framesOfPadding(size), 400],
  ])('%s: twice as much needs twice the steps at most', async (_, work, size) => {
    expect(await growthOf(work, size)).toBeLessThan(2.3);
  });

  it('an event of 90,000 words is not looked at', () => {
    const text = event(many(90_000, word));
    expect(counter.stepsOf(() => readEvent(text))).toBeLessThan(500);
    expect(readEvent(text)).toEqual({ is: 'unknown', taskId: undefined });
  });

  it('an answer of more parts than any has is not read', () => {
    const keys = JSON.stringify(fields(60_000));
    expect(parseJson(keys)).toBeUndefined();
    expect(parseJson(JSON.stringify({ text: ','.repeat(200_000) }))).toBeDefined();
  });

  it.each<readonly [string, (size: number) => () => unknown]>([
    ['rows of videos', (size) => prepared({ data: many(size, () => ({})) }, (it) => wireTaskList.parse(it))],
    [
      'fields of a video',
      (size) =>
        prepared({ output: { task_status: 'PENDING', ...fields(size) } }, (it) => wireTaskResult.parse(it)),
    ],
    ['fields of an answer', (size) => prepared(fields(size), (it) => wireAnswer.parse(it))],
    [
      'documents',
      (size) =>
        prepared({ Documents: many(size, () => ({})) }, (it) =>
          wireDocumentPage.parse(it).Documents?.flatMap(documentOf),
        ),
    ],
    [
      'passages',
      (size) =>
        prepared({ Nodes: many(size, () => ({ Text: 'a' })) }, (it) =>
          wirePassages.parse(it).Nodes?.flatMap(passageOf),
        ),
    ],
    ['facts of a passage', (size) => prepared({ Text: 'a', Metadata: fields(size) }, passageOf)],
  ])('%s: 4,000 need no more steps than 1,000', (_, work) => {
    const [few, all] = [work(1_000), work(4_000)];
    for (const each of [few, all]) each();
    expect(counter.stepsOf(all)).toBeLessThanOrEqual(counter.stepsOf(few) + 50);
  });
});
