import { describe, expect, it } from 'vitest';
import { AudioOutbox, pcmOfBase64 } from '../../../../src/service/realtime/audio.ts';

const base64 = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64');

describe('audio out of Base64', () => {
  it.each([[[]], [[1, 2]], [[1, 2, 3, 4]], [[1, 2, 3, 4, 5, 6]]])('is what was put in: %j', (bytes) => {
    expect([...(pcmOfBase64(base64(bytes)) ?? [])]).toEqual(bytes);
  });

  it.each([
    ['half a sample', base64([1, 2, 3])],
    ['no Base64', '!!!!****'],
    ['Base64 with something else in it', `${base64([1, 2, 3, 4, 5, 6])}$$$$`],
    ['text', 'hello there, this is no audio'],
  ])('is not taken from %s', (_, text) => {
    expect(pcmOfBase64(text)).toBeUndefined();
  });
});

function outbox() {
  const sent: number[] = [];
  const dropped: number[] = [];
  const wire = { unsent: 0 };
  const box = new AudioOutbox(
    () => wire.unsent,
    (pcm) => sent.push(pcm[0] ?? -1),
    (ms) => dropped.push(ms),
  );
  /** 100 ms, told apart by their first byte. */
  const append = (mark: number) => box.append(new Uint8Array(3_200).fill(mark));
  return { box, sent, dropped, wire, append };
}

describe('audio on its way to the service', () => {
  it('is sent at once while the connection takes it', () => {
    const { sent, append, box } = outbox();
    for (const mark of [1, 2, 3]) append(mark);
    expect(sent).toEqual([1, 2, 3]);
    expect(box.waitingMs).toBe(0);
  });

  it('waits in order when the connection is full, and goes on when something was sent', () => {
    const { box, sent, wire, append } = outbox();
    wire.unsent = 1_000_000;
    for (const mark of [1, 2, 3]) append(mark);
    expect(sent).toEqual([]);
    expect(box.waitingMs).toBe(300);
    wire.unsent = 0;
    box.flush();
    expect(sent).toEqual([1, 2, 3]);
  });

  it('loses its oldest after five seconds, and says how much', () => {
    const { box, sent, dropped, wire, append } = outbox();
    wire.unsent = 1_000_000;
    for (let mark = 0; mark < 53; mark += 1) append(mark);
    expect(dropped).toEqual([100, 100, 100]);
    expect(box.waitingMs).toBe(5_000);
    wire.unsent = 0;
    box.flush();
    expect(sent[0]).toBe(3);
    expect(sent).toHaveLength(50);
  });

  it('is not overtaken by what has to come behind it, however much is dropped', () => {
    const { box, sent, wire, append } = outbox();
    wire.unsent = 1_000_000;
    append(1);
    box.behind(() => sent.push(-1));
    expect(sent).toEqual([]);
    for (let mark = 2; mark < 53; mark += 1) append(mark);
    append(53);
    wire.unsent = 0;
    box.flush();
    expect(sent.slice(0, 2)).toEqual([-1, 4]);
    box.behind(() => sent.push(-2));
    expect(sent.at(-1)).toBe(-2);
  });

  it('is forgotten when it is no longer wanted', () => {
    const { box, sent, wire, append } = outbox();
    wire.unsent = 1_000_000;
    append(1);
    box.clear();
    wire.unsent = 0;
    box.flush();
    expect(sent).toEqual([]);
  });
});
