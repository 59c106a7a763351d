import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceSandbox, startServiceSandbox } from '../../../sandbox/service/server.ts';
import { wav } from '../../../sandbox/test/support/audio-samples.ts';
import { anyAddress } from '../../../src/media/addresses.ts';
import { inspectReference } from '../../../src/media/reference-file.ts';
import { ServiceHttp } from '../../../src/service/http.ts';
import { videoModels } from '../../../src/service/models.ts';
import { openProfile } from '../../../src/service/profile.ts';
import { HttpVideoClient } from '../../../src/service/video/http-client.ts';
import { bmp, picture } from '../../support/image-samples.ts';
import { inlineInspectors } from '../../support/inline-inspectors.ts';
import { referenceRequest } from '../../support/model-tables.ts';
import { png } from '../../support/png-samples.ts';
import { refusalCode } from '../../support/rejection.ts';
import { ScriptedService } from '../../support/scripted-service.ts';
import { serviceSettings } from '../../support/service-settings.ts';
import { mp4 } from '../../support/video-samples.ts';

const { references: limits } = videoModels['gen2.6-r2v'];
let now = Date.UTC(2026, 0, 1);
let files: ScriptedService;
let sandbox: ServiceSandbox;
let http: ServiceHttp;

beforeAll(async () => {
  files = await ScriptedService.start();
  sandbox = await startServiceSandbox({
    port: 0,
    now: () => now,
    pace: { pendingMs: 1_000, runningMs: 1_000 },
    limits: { queriesPerSecond: 100_000 },
    renderer: async () => new Uint8Array([1]),
  });
  const settings = serviceSettings(sandbox.baseUrl, { apiKey: sandbox.apiKey });
  http = new ServiceHttp({ profile: openProfile(settings) });
});

afterAll(async () => {
  await http.close();
  await sandbox.close();
  await files[Symbol.asyncDispose]();
});

async function weTake(url: string): Promise<boolean> {
  const policy = anyAddress;
  const given = {
    inspectors: inlineInspectors,
    personId: 'ann',
    url,
    policy,
    index: 1,
    option: 'file_1',
    limits,
  };
  return (await refusalCode(inspectReference(given))) === undefined;
}

async function theServiceTakes(url: string): Promise<boolean> {
  const client = new HttpVideoClient(http);
  const { taskId } = await client.create(referenceRequest({ referenceUrls: [url] }));
  for (;;) {
    now += 2_000;
    const { status } = await client.query(taskId);
    if (status === 'succeeded') return true;
    if (status === 'failed') return false;
  }
}

const branded = (film: Buffer, brand: string) => {
  const bytes = Buffer.from(film);
  bytes.write(brand, bytes.indexOf('ftyp') + 4, 'latin1');
  return bytes;
};
const opaque = Array.from({ length: 240 }, () => new Uint8Array(240 * 4).fill(255));
const pierced = opaque.map((row, index) => (index === 239 ? row.with(-1, 254) : row));
const rgba = (rows: Uint8Array[]) => png({ width: 240, height: 240, colourType: 6, rows });
const whole = rgba(opaque.map((row, at) => row.with(0, at)));
const halfPng = whole.subarray(0, whole.length / 2);
const rows = Array.from({ length: 240 }, () => new Uint8Array(480).fill(9));
const greyBut = (clear: number) =>
  png({ width: 480, height: 240, colourType: 0, rows, transparency: Uint8Array.of(0, clear) });

test.each<[string, boolean, () => Uint8Array | Promise<Uint8Array>]>([
  ['a JPEG', true, () => picture('jpeg', 300, 300)],
  ['an opaque PNG', true, () => picture('png', 300, 300)],
  ['an opaque PNG with an alpha channel', true, () => rgba(opaque)],
  ['a PNG with one pixel to see through', false, () => rgba(pierced)],
  ['a PNG half to see through', false, () => picture('png', 300, 300, 0.5)],
  ['a grey PNG whose clear grey does not occur', true, () => greyBut(8)],
  ['a grey PNG whose clear grey occurs', false, () => greyBut(9)],
  ['a WEBP', true, () => picture('webp', 300, 300)],
  ['a WEBP half to see through', true, () => picture('webp', 300, 300, 0.5)],
  ['a bitmap', true, () => bmp(300, 240)],
  ['a GIF', false, () => picture('gif', 300, 300)],
  ['a picture that is too narrow', false, () => picture('jpeg', 239, 240)],
  ['a picture that is too high', false, () => picture('jpeg', 240, 8_001)],
  ['the largest side', true, () => picture('jpeg', 8_000, 240)],
  ['a PNG without its last words', true, () => picture('png', 300, 300).subarray(0, -20)],
  ['half a PNG with an alpha channel', false, () => halfPng],
  ['an MP4', true, () => mp4(64, 64, 1.2)],
  ['a MOV', true, async () => branded(await mp4(64, 64, 1.2), 'qt  ')],
  ['too short an MP4', false, () => mp4(64, 64, 0.9)],
  ['the longest MP4', true, () => mp4(64, 64, 30)],
  ['too long an MP4', false, () => mp4(64, 64, 30.1)],
  ['a sound', false, () => wav(3)],
  ['a web page', false, () => Buffer.from('<!doctype html><title>Sign in</title>')],
  ['nothing', false, () => Buffer.alloc(0)],
])('%s: both take it is %s', async (_, taken, make) => {
  const body = await make();
  files.always({ body });
  const url = `${files.url}/reference`;
  expect({ we: await weTake(url), they: await theServiceTakes(url) }).toEqual({ we: taken, they: taken });
});
