import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { seatOf } from './library-client.ts';
import { openVoice, type RawClients } from './raw-client.ts';

let clients: RawClients;

beforeEach(async () => {
  ({ clients } = await openVoice());
});

const documentedCodes = [4001, 4002, 4003, 4005, 4006, 4012, 4016, 4020];

test('whatever a client sends over its WebSocket, it is hung up on with a documented code or served on', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ op: fc.integer({ min: 0, max: 32 }), d: fc.jsonValue() })
      .map((message) => JSON.stringify(message)),
    fc.constant(JSON.stringify({ op: 31, d: { transition_id: 9 } })),
  );
  const binary = fc
    .tuple(fc.constantFrom(26, 28), fc.uint8Array({ maxLength: 200 }))
    .map(([op, payload]) => Buffer.from([op, ...payload]));
  const property = fc.asyncProperty(fc.oneof(text, binary), async (message) => {
    const client = await clients.connected(seatOf('1'));
    client.sendRaw(message);
    const served = client.settled().then(
      () => undefined,
      () => undefined,
    );
    const code = await Promise.race([client.closed, served]);
    if (code === undefined) client.drop();
    else expect(documentedCodes).toContain(code);
  });
  await fc.assert(property, { numRuns: 60 });
  await clients.connected(seatOf('2'));
});

test('whatever arrives over UDP, the next frame is passed on', async () => {
  const [speaker, listener] = [await clients.connected(seatOf('1')), await clients.connected(seatOf('2'))];
  speaker.speak();
  await speaker.settled();
  let sequence = 0;
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
    sequence += 1;
    const begin = speaker.packet({ sequence }).subarray(0, 12);
    speaker.datagram(Buffer.from(bytes));
    speaker.datagram(Buffer.concat([begin, bytes]));
    speaker.play({ sequence, frame: Buffer.from(`${sequence}`) });
    await eventually(() => listener.heard.at(-1) === `${sequence}`);
  });
  await fc.assert(property, { numRuns: 60 });
});
