import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { fastSynthesis } from '../../../../sandbox/service/synthesis/settings.ts';
import { voicesPath } from '../../../../sandbox/service/synthesis/voices.ts';
import { ffmpeg } from '../../../../sandbox/test/support/needs.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { checkSynthesis } from '../../../../src/service/synthesis/check.ts';
import { openSynthesis } from '../../../../src/service/synthesis/client.ts';
import type { SynthesisClient, SynthesisRequest } from '../../../../src/service/synthesis/synthesis-types.ts';
import { billedCharacters } from '../../../../src/service/synthesis/text-cutting.ts';
import { voiceFileSchema } from '../../../../src/service/synthesis/voice-list.ts';
import { type DrawnRequest, drawnRequest, rawRunTask } from '../../../support/drawn-synthesis.ts';
import { serviceStandIn } from '../../../support/service-stand-in.ts';

const cases = 60;
const withinMs = 8_000;
/** So many at once: each waits for the other side most of the time. */
const atOnce = 8;

const { voices } = voiceFileSchema.parse(JSON.parse(readFileSync(voicesPath, 'utf8')));
const requests = drawnRequest(fc.constantFrom(...voices)).filter(
  ({ format }) => ffmpeg !== undefined || format !== 'mp3',
);
const texts = fc.array(
  fc.constantFrom(
    'Hi. ',
    'One, ',
    'two; ',
    '你好。',
    '行 ',
    'AI! ',
    '**bold** ',
    '- a\n',
    '…',
    '',
    '\ud83d',
    '3.5 ',
  ),
  { maxLength: 6 },
);

const standIn = serviceStandIn({ synthesis: { ...fastSynthesis, speaker: 'built-in' } });
let client: SynthesisClient;

beforeAll(() => {
  client = openSynthesis({ ...standIn.client(), tasksPerSecond: 100_000 });
  return async () => await client.close();
});

function asRequest(drawn: DrawnRequest): SynthesisRequest {
  return drawn as unknown as SynthesisRequest;
}

/** Bytes and bill of a text that is written in those pieces. */
async function spoken(request: SynthesisRequest, pieces: readonly string[]) {
  const task = client.start(request);
  for (const piece of pieces) task.write(piece);
  task.finish();
  let bytes = 0;
  for await (const chunk of task.audio) bytes += chunk.byteLength;
  return { bytes, ...(await task.done) };
}

/** The first event that answers a message on a connection of its own. */
async function answerTo(message: object): Promise<string> {
  const { sandbox } = standIn;
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const url = `${sandbox.baseUrl.replace('http', 'ws')}/api-ws/v1/inference`;
  const socket = new WebSocket(url, { headers });
  try {
    return await new Promise((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify(message)));
      socket.on('message', (data) => resolve(JSON.parse(data.toString()).header.event));
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('closed without an answer')));
    });
  } finally {
    socket.terminate();
  }
}

test('what the client takes is spoken whole, and costs no more than was said', async () => {
  let audible = 0;
  const saying = fc.tuple(
    requests.filter((drawn) => checkSynthesis(asRequest(drawn)).length === 0),
    texts,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(saying, { minLength: atOnce, maxLength: atOnce }), async (sayings) => {
      const work = sayings.map(async ([drawn, given]) => {
        const request = asRequest(drawn);
        const pieces = request.ssml ? ['<speak>', ...given.map(tagless), '</speak>'] : given;
        const text = pieces.join('');
        const isHeard = /[\p{L}\p{N}]/u.test(given.join(''));
        const { bytes, characters = 0 } = await spoken(request, pieces).catch((error: unknown) => {
          // Signs alone may come to nothing, and then the client says so.
          if (isHeard || !(error instanceof ServiceError) || error.code !== 'NoAudio') throw error;
          return { bytes: 0, characters: 0 };
        });
        if (isHeard) expect(Math.min(bytes, characters)).toBeGreaterThan(0);
        if (text.trim() === '') expect([bytes, characters]).toEqual([0, 0]);
        expect(characters).toBeLessThanOrEqual(billedCharacters(text, request.ssml));
        audible += isHeard ? 1 : 0;
      });
      await Promise.all(work);
    }),
    { numRuns: cases, interruptAfterTimeLimit: withinMs },
  );
  expect(audible).toBeGreaterThan(0);
});

test('what the client refuses is refused by the stand-in, too, and nothing else is', async () => {
  const judged = requests.filter(
    (drawn) =>
      String(drawn.instruction ?? '-').trim() !== '' &&
      checkSynthesis(asRequest(drawn)).every(({ rule }) => isSettled(rule)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(judged, { minLength: atOnce, maxLength: atOnce }), async (all) => {
      const work = all.map(async (drawn) => {
        const isTaken = checkSynthesis(asRequest(drawn)).length === 0;
        const answer = await answerTo(rawRunTask(randomUUID(), drawn));
        expect(answer).toBe(isTaken ? 'task-started' : 'task-failed');
      });
      await Promise.all(work);
    }),
    { numRuns: cases, interruptAfterTimeLimit: withinMs },
  );
});

/** About these the document is silent, or lets the service ignore what was asked for. */
function isSettled(rule: string): boolean {
  return rule !== 'empty' && rule !== 'other-format';
}

function tagless(text: string): string {
  return text.replaceAll('<', '&lt;');
}
