import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HealthServer } from '../../../src/operations/health-server.ts';
import { measures } from '../../../src/operations/measures.ts';
import { type MetricSources, Metrics } from '../../../src/operations/metrics.ts';
import { measuredCall } from '../../../src/service/answer.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';

const sources: MetricSources = {
  gatewayReady: () => true,
  gatewayLatencyMs: () => 42,
  jobs: () => ({ pending: 2, delivering: 1 }),
  rooms: () => 3,
  calls: () => ({ conversation: 1, interpreter: 0 }),
  connectsLeft: () => 0.8,
  unitsSpent: async () => ({ 'video-seconds': 15 }),
  storeFailing: () => false,
  diskFreeBytes: () => 1_000,
  backUpAgeSeconds: () => 60,
  ownerTroubles: () => ['key-refused'],
};

function opened(more: Partial<MetricSources> = {}): Metrics {
  const metrics = new Metrics({ ...sources, ...more });
  onTestFinished(() => metrics.close());
  return metrics;
}

async function serving(more: Partial<ConstructorParameters<typeof HealthServer>[0]> = {}) {
  const server = new HealthServer({
    ...{ host: '127.0.0.1', port: 0, metrics: opened(), checks: () => ({}), log: silentLog, ...more },
  });
  await server.open();
  onTestFinished(async () => await server.close());
  return { server, port: server.port ?? 0, url: `http://127.0.0.1:${server.port}` };
}

test('what is looked up stands in the metrics, by state and kind', async () => {
  const text = await opened().read();
  for (const line of [
    'emcee_gateway_ready 1',
    'emcee_gateway_latency_seconds 0.042',
    'emcee_video_jobs{state="pending"} 2',
    'emcee_video_jobs{state="delivering"} 1',
    'emcee_voice_rooms 3',
    'emcee_calls{kind="conversation"} 1',
    'emcee_translation_connects_left_ratio 0.8',
    'emcee_units_spent_today{unit="video-seconds"} 15',
    'emcee_store_failing 0',
    'emcee_disk_free_bytes 1000',
    'emcee_backup_age_seconds 60',
    'emcee_owner_trouble{kind="key-refused"} 1',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
});

test('a state that nothing is in any more is not told as it was', async () => {
  let jobs: Readonly<Record<string, number>> = { pending: 2 };
  const metrics = opened({ jobs: () => jobs, backUpAgeSeconds: () => undefined });
  await metrics.read();
  jobs = { running: 1 };
  const text = await metrics.read();
  expect(text).not.toContain('state="pending"');
  expect(text).not.toMatch(/^emcee_backup_age_seconds /m);
});

test('commands, calls, ticks and frames are counted as they happen', async () => {
  const metrics = opened();
  measures.interaction.tell({ call: 'video text', outcome: 'refused', tookMs: 300 });
  await measuredCall('GET tasks', async () => 'answer');
  const refused = new ServiceError({ fault: 'credentials', code: 'InvalidApiKey', nothingHappened: true });
  await expect(measuredCall('GET tasks', () => Promise.reject(refused))).rejects.toBe(refused);
  measures.tick.tell({ lateMs: 30 });
  measures.frame.tell({ kind: 'concealed' });
  measures.frame.tell({ kind: 'silence' });
  const text = await metrics.read();
  for (const line of [
    'emcee_commands_total{command="video text",outcome="refused"} 1',
    'emcee_command_seconds_bucket{le="0.5",command="video text"} 1',
    'emcee_service_calls_total{call="GET tasks",outcome="answered"} 1',
    'emcee_service_calls_total{call="GET tasks",outcome="failed"} 1',
    'emcee_service_errors_total{code="InvalidApiKey"} 1',
    'emcee_voice_tick_late_seconds_bucket{le="0.02"} 0',
    'emcee_voice_tick_late_seconds_bucket{le="0.05"} 1',
    'emcee_voice_frames_total{kind="concealed"} 1',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).not.toContain('kind="silence"');
});

test('a service that makes up codes does not fill the memory', async () => {
  const metrics = opened();
  for (let index = 0; index < 500; index += 1)
    measures.serviceCall.tell({
      call: 'GET tasks',
      tookMs: 1,
      failure: { fault: 'server', code: `C${index}` },
    });
  measures.serviceCall.tell({ call: 'GET tasks', tookMs: 1, failure: { fault: 'server', code: 'a "b"\n' } });
  const lines = (await metrics.read()).split('\n').filter((line) => line.startsWith('emcee_service_errors'));
  expect(lines).toHaveLength(61);
  expect(lines).toContain('emcee_service_errors_total{code="other"} 441');
});

test('closed metrics hear nothing more', () => {
  new Metrics(sources).close();
  expect(measures.tick.isHeard).toBe(false);
});

test('the server says whether the bot works, and what does not', async () => {
  const { url: well } = await serving({ checks: () => ({ gateway: true, store: true }) });
  expect((await fetch(`${well}/healthz`)).status).toBe(200);
  expect((await fetch(`${well}/readyz`)).status).toBe(200);
  const metrics = await fetch(`${well}/metrics`);
  expect(metrics.headers.get('content-type')).toContain('text/plain');
  expect(await metrics.text()).toContain('emcee_gateway_ready 1');
  const { url: ill } = await serving({ checks: () => ({ gateway: true, store: false }) });
  const answer = await fetch(`${ill}/readyz?verbose`);
  expect([answer.status, await answer.json()]).toEqual([503, { ready: false, gateway: true, store: false }]);
  expect((await fetch(`${ill}/healthz`)).status).toBe(200);
  expect((await fetch(`${ill}/readyz`, { method: 'HEAD' })).status).toBe(503);
  expect((await fetch(`${ill}/`)).status).toBe(404);
  expect((await fetch(`${ill}/metrics`, { method: 'POST' })).status).toBe(404);
});

test('a port that another program has keeps the bot from nothing', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { log, lines } = recordingLog();
  await serving({ port, log });
  expect(lines).toMatchObject([{ level: 'warn', port, msg: expect.stringContaining('HEALTH_LISTEN') }]);
});

test('a program that asks half a question and stays does not hold up a stop', async () => {
  const { server, port, url } = await serving();
  const asking = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(asking, 'connect');
  asking.write('GET /healthz HTTP/1.1\r\nHost: ');
  // By then it has read what came before.
  await (await fetch(`${url}/healthz`)).text();
  const closed = once(asking, 'close');
  await server.close();
  await closed;
});

test('a connection that the system refuses is logged, and ends nothing', async () => {
  const { log, lines } = recordingLog();
  const { url } = await serving({ log });
  const found: Server[] = [];
  const note = (message: unknown) => void found.push((message as { server: Server }).server);
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  const address = `${url}/healthz`;
  await (await fetch(address)).text();
  found[0]?.emit('error', new Error('accept EMFILE'));
  expect(lines).toMatchObject([{ level: 'warn', err: { message: 'accept EMFILE' } }]);
  expect((await fetch(address)).status).toBe(200);
});
