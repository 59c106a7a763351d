import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDatagram, payloadOf, rtpHeaderOf } from '../../../../src/voice/ears/rtp.ts';
import { datagramKey, datagramOf, transportModes } from '../../../support/datagrams.ts';

function opened(datagram: Buffer, mode: string) {
  const header = rtpHeaderOf(datagram);
  return header && payloadOf(header, openDatagram(datagram, header.clearBytes, mode, datagramKey));
}

describe.each(transportModes)('a datagram of %s', (mode) => {
  test('gives its payload, whatever stands around it', () => {
    const sent = fc.record({
      sources: fc.integer({ min: 0, max: 15 }),
      extensionWords: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
      padding: fc.integer({ min: 0, max: 255 }),
      payload: fc.uint8Array({ maxLength: 300 }),
      counter: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    });
    fc.assert(
      fc.property(sent, (each) => {
        const datagram = datagramOf({ ...each, sequence: 0xabcd, timestamp: 0xfffffffe }, mode);
        expect(rtpHeaderOf(datagram)).toMatchObject({ sequence: 0xabcd, timestamp: 0xfffffffe, ssrc: 77 });
        expect(opened(datagram, mode)).toEqual(Buffer.from(each.payload));
      }),
      { numRuns: 100 },
    );
  });

  test('that was changed anywhere is not opened', () => {
    const datagram = datagramOf(
      { sources: 1, extensionWords: 1, payload: Buffer.alloc(9), counter: 3 },
      mode,
    );
    for (let position = 2; position < datagram.length; position += 1) {
      const changed = Buffer.from(datagram);
      changed[position] = (changed[position] ?? 0) ^ 1;
      const header = rtpHeaderOf(datagram);
      expect(
        () => openDatagram(changed, header?.clearBytes ?? 0, mode, datagramKey),
        `byte ${position}`,
      ).toThrow();
    }
  });

  test('that is too short is not opened', () => {
    expect(() => openDatagram(Buffer.alloc(31, 0x80), 12, mode, datagramKey)).toThrow(RangeError);
  });
});

test.each([
  ['a keep-alive', Buffer.alloc(8)],
  ['an answer to discovery', Buffer.concat([Buffer.of(0, 2, 0, 70), Buffer.alloc(70)])],
  ['a report (RTCP)', Buffer.concat([Buffer.of(0x81, 0xc9), Buffer.alloc(30)])],
  ['video', Buffer.concat([Buffer.of(0x80, 0x67), Buffer.alloc(60)])],
  ['a header that is cut off', Buffer.of(0x9f, 0x78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
])('%s is no sound', (_, datagram) => {
  expect(rtpHeaderOf(datagram)).toBeUndefined();
});

test('a mode that is not known is refused', () => {
  expect(() => openDatagram(Buffer.alloc(60), 12, 'xsalsa20_poly1305', datagramKey)).toThrow('not known');
});

test.each(transportModes)('a key of %s may be imported already', (mode) => {
  const datagram = datagramOf({ payload: Buffer.of(7) }, mode);
  expect(openDatagram(datagram, 12, mode, createSecretKey(datagramKey))).toEqual(Buffer.of(7));
});
