import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServiceSandbox, startServiceSandbox } from '../../../../sandbox/service/server.ts';
import { assertNothingOdd } from '../../../../sandbox/test/support/nothing-odd.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { ServiceHttp } from '../../../../src/service/http.ts';
import { openProfile } from '../../../../src/service/profile.ts';
import { HttpVideoClient } from '../../../../src/service/video/http-client.ts';
import type { VideoRequest } from '../../../../src/service/video/request.ts';
import { checkVideoRequest } from '../../../../src/service/video/request-fields.ts';
import { createBody, wireCreated } from '../../../../src/service/video/wire.ts';
import { cutText } from '../../../../src/video/ask.ts';
import {
  type DocumentedModel,
  documentedModels,
  legacyRows,
  newProtocolRows,
  requestTo,
  rowsOf,
} from '../../../support/model-tables.ts';
import { rejection } from '../../../support/rejection.ts';
import { serviceSettings } from '../../../support/service-settings.ts';

const unlimited = 1_000_000;
let sandbox: ServiceSandbox;
let http: ServiceHttp;
let client: HttpVideoClient;

beforeAll(async () => {
  const limits = { createsPerSecond: unlimited, concurrentTasks: unlimited };
  sandbox = await startServiceSandbox({
    port: 0,
    limits: { ...limits, small: limits },
    // No task ever starts: only what is said at creation counts here.
    pace: { pendingMs: 24 * 60 * 60 * 1000, runningMs: 1_000 },
    renderer: async () => new Uint8Array(),
  });
  http = new ServiceHttp({
    profile: openProfile(serviceSettings(sandbox.baseUrl, { apiKey: sandbox.apiKey })),
  });
  client = new HttpVideoClient(http);
});

afterAll(async () => {
  await http.close();
  await sandbox.close();
  assertNothingOdd(sandbox);
});

/** Past the client's own check: what would happen if it had none. */
async function forcedThrough(request: VideoRequest): Promise<ServiceError | undefined> {
  try {
    await http.call(
      {
        method: 'POST',
        path: '/api/v1/services/aigc/video-generation/video-synthesis',
        body: createBody(request, request.model),
        serviceHeaders: { Async: 'enable' },
      },
      wireCreated,
    );
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

const anything = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const everySize = [...newProtocolRows, ...legacyRows].map(([, , size]) => size);
const flag = { right: fc.boolean(), wrong: anything };
const address = {
  right: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.constant('HTTP://FILES.test/a.wav')),
  wrong: fc.oneof(
    fc.constantFrom('ftp://files.test/a', 'files.test/a.wav', '//files.test/a', 'data:,x', 'https://', ''),
    anything,
  ),
};
const addresses = (maxLength: number) => ({
  right: fc.array(address.right, { minLength: 1, maxLength }),
  wrong: fc.oneof(
    fc.array(address.right, { maxLength: 7 }),
    fc.array(fc.oneof(address.right, address.wrong), { maxLength: 7 }),
    anything,
  ),
});

/** Values of a field: right ones, and others, most of which are wrong. */
interface Values {
  readonly right: fc.Arbitrary<unknown>;
  readonly wrong: fc.Arbitrary<unknown>;
}

const optional = ({ right, wrong }: Values): Values => ({
  right: fc.option(right, { nil: undefined }),
  wrong,
});

/** The fields that a kind of request sends. */
function fieldsOf(model: DocumentedModel): Readonly<Record<string, Values>> {
  const rows = rowsOf(model);
  const common = {
    prompt: {
      right: fc
        .oneof(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 }))
        .filter((text) => text.trim() !== '' && !/forbidden/i.test(text)),
      wrong: fc.oneof(fc.constantFrom('', ' \n'), anything),
    },
    negativePrompt: optional({ right: fc.string(), wrong: anything }),
    durationSeconds: {
      right: fc.constantFrom(...model.durations),
      wrong: fc.oneof(fc.integer({ min: -1, max: 17 }), anything),
    },
    watermark: flag,
    seed: optional({
      right: fc.oneof(fc.nat(2 ** 31 - 1), fc.constantFrom(0, 2 ** 31 - 1)),
      wrong: fc.oneof(fc.constantFrom(-1, 2 ** 31), anything),
    }),
  };
  const text = { promptExtend: flag, audioUrl: optional(address) };
  const legacy = {
    size: {
      right: fc.constantFrom(...rows.map(([, , size]) => size)),
      wrong: fc.oneof(fc.constantFrom(...everySize), fc.constantFrom('16:9', '720P', '1280x720'), anything),
    },
    shotType: optional({ right: fc.constantFrom('single', 'multi'), wrong: anything }),
  };
  const present = (fields: Readonly<Record<string, Values>>, has: Readonly<Record<string, boolean>>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, values]): [string, Values] => [
        name,
        has[name] === false
          ? { right: fc.constant(undefined), wrong: fc.oneof(values.right, values.wrong) }
          : values,
      ]),
    );
  switch (model.kind) {
    case 'new-text':
      return {
        ...common,
        ...text,
        resolution: {
          right: fc.constantFrom('720P', '1080P'),
          wrong: fc.oneof(fc.constant('480P'), anything),
        },
        ratio: {
          right: fc.constantFrom('16:9', '9:16', '1:1', '4:3', '3:4'),
          wrong: fc.oneof(fc.constant('2:1'), anything),
        },
      };
    case 'legacy-text':
      return present(
        { ...common, ...text, ...legacy },
        { audioUrl: model.audioFrom !== undefined, shotType: model.shotType },
      );
    case 'reference':
      return present(
        {
          ...common,
          ...legacy,
          audio: optional(flag),
          referenceUrls: addresses(3),
          referenceVideoUrls: optional(addresses(2)),
        },
        { audio: model.audioSwitch },
      );
  }
}

/** Requests that are right but for at most two fields. */
function requestsTo(model: DocumentedModel): fc.Arbitrary<VideoRequest> {
  const fields = fieldsOf(model);
  const right = fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, { right }]) => [name, right])),
  );
  const wrong = fc.oneof(
    ...Object.entries(fields).map(([name, each]) => each.wrong.map((value) => ({ [name]: value }))),
  );
  return fc
    .tuple(right, fc.array(wrong, { maxLength: 2 }))
    .map(([values, changes]) => Object.assign({}, requestTo(model), values, ...changes) as VideoRequest);
}

describe.each(documentedModels)('$name', (model) => {
  test('is sent what the stand-in takes, and is not sent what it refuses', async () => {
    const seen = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(requestsTo(model), async (request) => {
        const broken = checkVideoRequest(request);
        const refusal = await forcedThrough(request);
        const said = JSON.stringify({ broken, refusal: refusal?.providerMessage });
        expect(broken.length > 0, said).toBe(refusal !== undefined);
        if (refusal) expect(refusal).toMatchObject({ status: 400, nothingHappened: true });
        seen[refusal ? 'refused' : 'taken'] += 1;
      }),
      { numRuns: 200 },
    );
    expect(seen.taken).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(20);
  });

  test('cuts too long texts as the client would have cut them', async () => {
    const prompt = '🎬'.repeat(model.promptLimit + 1);
    const negativePrompt = 'x'.repeat(501);
    const request: VideoRequest = { ...requestTo(model), prompt, negativePrompt };
    expect(checkVideoRequest(request).map(({ rule }) => rule)).toEqual(['too-long', 'too-long']);
    expect(await forcedThrough(request)).toBeUndefined();
    expect(sandbox.tasks.at(-1)?.request.prompt).toBe(cutText(prompt, model.promptLimit).text);
  });
});

test('the client refuses by itself what breaks a rule, and nothing is created', async () => {
  const before = sandbox.tasks.length;
  for (const model of documentedModels) {
    const error = await rejection(client.create({ ...requestTo(model), durationSeconds: 99 }), ServiceError);
    expect(error).toMatchObject({
      fault: 'invalid-request',
      code: 'RequestBreaksRules',
      nothingHappened: true,
      message: expect.stringContaining('durationSeconds'),
    });
  }
  expect(sandbox.tasks).toHaveLength(before);
});

test('every model makes a task of the request that it is sent', async () => {
  for (const model of documentedModels) {
    const { taskId } = await client.create(requestTo(model));
    expect(await client.query(taskId)).toMatchObject({ status: 'pending' });
    expect(sandbox.tasks.at(-1)).toMatchObject({ id: taskId, model: model.name });
  }
});
