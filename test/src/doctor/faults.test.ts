import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DiscordAPIError, HTTPError } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { askDiscord } from '../../../src/discord/first-contact.ts';
import { ForeignAnswer } from '../../../src/discord/requests.ts';
import { checkIntents, checkPermissions, checkToken } from '../../../src/doctor/checks/discord.ts';
import { checkClock, checkDisk, checkFfmpeg, checkVersions } from '../../../src/doctor/checks/machine.ts';
import { checkKnowledge, checkService } from '../../../src/doctor/checks/service.ts';
import {
  checkBackUp,
  checkClosedDatabase,
  checkClosedStore,
  checkFiles,
  checkOpenStore,
  checkWorkers,
} from '../../../src/doctor/checks/store.ts';
import { checkEncryption, checkOpus, checkUdp, checkVoiceCiphers } from '../../../src/doctor/checks/voice.ts';
import { type Check, examine } from '../../../src/doctor/doctor.ts';
import { type FindingCode, findingCodes, worstOf } from '../../../src/doctor/finding.ts';
import { ServiceError, type ServiceErrorFacts } from '../../../src/service/errors.ts';
import type { FileStore } from '../../../src/storage/files/file-store.ts';
import { FolderStore } from '../../../src/storage/files/folder-store.ts';
import { S3Store } from '../../../src/storage/files/s3-store.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { checkCiphers } from '../../../src/voice/connection/ciphers.ts';
import { libopus } from '../../../src/voice/packets/opus-codec.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openedStore } from '../../support/opened-store.ts';
import { emptyPostgres, laidOutPostgres, runSql } from '../../support/postgres.ts';
import { S3Server } from '../../support/s3/server.ts';

const gatewayAnswer = (remaining = 1_000) => ({
  url: 'wss://gateway.example',
  shards: 1,
  session_start_limit: { total: 1_000, remaining, reset_after: 60_000, max_concurrency: 1 },
});

/** What a start asks, of a Discord that answers like this. */
function token(answer: unknown, isConnected?: () => boolean): Check {
  const get = async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return checkToken({
    ask: async (signal) => await askDiscord({ rest: { get }, apiUrl: 'http://127.0.0.1', signal }),
    isConnected,
  });
}

const refused = (status: number) =>
  new DiscordAPIError({ message: `${status}: no`, code: 0 }, 0, status, 'GET', 'http://x', {
    files: [],
    body: {},
  });
const answering = (status: number) => new HTTPError(status, 'x', 'GET', 'http://x', { files: [], body: {} });
const unreachable = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });

const files = (store: FileStore) => checkFiles(() => store);
const noPauses = { now: () => Date.now(), sleep: async () => undefined };
const bucketAt = (endpoint: string) =>
  new S3Store(
    {
      ...{ endpoint, region: 'eu-test-1', bucket: 'films', prefix: '', bucketIn: 'path' },
      ...{ accessKeyId: 'id', accessKeySecret: 'secret' },
    },
    noPauses,
  );

async function bucketSaying(code: string): Promise<Check> {
  const server = await S3Server.open();
  onTestFinished(async () => await server.close());
  server.always = { status: code === 'SlowDown' ? 503 : 403, code };
  return files(bucketAt(server.endpoint));
}

const throwing = (error: unknown) => async (): Promise<never> => {
  throw error;
};
const failing = (facts: Omit<ServiceErrorFacts, 'nothingHappened'>) =>
  throwing(new ServiceError({ nothingHappened: true, ...facts }));

/** A file where a folder should be. */
function noFolder(): string {
  const path = join(temporaryFolder(), 'data');
  writeFileSync(path, 'x');
  return path;
}

function program(lines: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ffmpeg'), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(folder, 'ffmpeg'), 0o755);
  return folder;
}

/** A folder with a store that is open. */
function inUse(): string {
  const dataDir = temporaryFolder();
  openedStore(dataDir);
  return dataDir;
}

/** A folder with a whole store that was closed. */
async function stored(): Promise<string> {
  const dataDir = temporaryFolder();
  await openedStore(dataDir).close();
  return dataDir;
}

/** A store in which that file has something else in it. */
function storeWith(file: string, content: string, dataDir = temporaryFolder()): Check {
  writeFileSync(join(dataDir, file), content);
  return checkClosedStore(dataDir);
}

async function newerStore(): Promise<Check> {
  const dataDir = await stored();
  const database = new DatabaseSync(join(dataDir, 'emcee.sqlite'));
  database.exec('PRAGMA user_version = 999');
  database.close();
  return checkClosedStore(dataDir);
}

/** The open store when a lease can't be had for that reason. */
const troubled = (trouble: StoreError['trouble']) =>
  checkOpenStore({
    acquire: throwing(new StoreError(trouble, 'x')),
    renew: async () => false,
    release: async () => {},
  });

const permissions = (missingHere: string[], missingInServer: string[] = [], canSpeak = true) =>
  checkPermissions({ missingHere, missingInServer, canSpeak });
const versions = (changes: Partial<Parameters<typeof checkVersions>[0]>) =>
  checkVersions({
    version: '1.2.0',
    node: 'v24.21.0',
    needsNode: '24.2',
    releasesUrl: undefined,
    ...changes,
  });
const opusGiving = (samples: Int16Array) =>
  checkOpus({
    ...libopus,
    decoder: async (rate) => ({ ...(await libopus.decoder(rate)), decode: () => samples }),
  });
const hourMs = 3_600_000;
/** Back-ups of a file every hour, or as often as that, of which the last is so old. */
const backUp = (ageMs: number | undefined, everyMs = hourMs) =>
  checkBackUp({ isDatabase: false, everyMs, ageMs: () => ageMs });
const at = 1_800_000_000_000;
const clock = (offMs: number | undefined) =>
  checkClock(
    async () => (offMs === undefined ? undefined : at + offMs),
    () => at,
  );

class Socket {
  readonly #on = new Map<string, (error?: Error) => void>();
  readonly #events: readonly string[];

  constructor(events: readonly string[]) {
    this.#events = events;
  }

  once(name: string, listener: (error?: Error) => void) {
    this.#on.set(name, listener);
  }

  bind() {
    for (const name of this.#events) this.#on.get(name)?.(Object.assign(new Error(), { code: 'EPERM' }));
  }

  close() {}
}
const udp = (...events: string[]) => checkUdp((() => new Socket(events)) as never);

type Fault = readonly [title: string, code: FindingCode, check: () => Check | Promise<Check>];

/** What the service answers to the first call, and what that means. */
type ServiceFault = readonly [
  title: string,
  found: FindingCode,
  fault: ServiceErrorFacts['fault'],
  code: string,
  status?: number,
];

const serviceFaults: readonly ServiceFault[] = [
  ['the key was revoked', 'service-key', 'credentials', 'InvalidApiKey', 401],
  ['the key may not do that', 'service-access', 'access', 'AccessDenied', 403],
  ['the account is in arrears', 'service-arrears', 'arrears', 'Arrearage', 400],
  ['the service refuses the clock', 'service-clock', 'clock', 'SignatureExpired'],
  ['the region is another', 'service-region', 'region', 'Region'],
  ['the path is wrong', 'service-address', 'not-found', 'NotFound', 404],
  ['the address redirects', 'service-address', 'malformed', 'Redirected'],
  ['the request is refused', 'service-address', 'invalid-request', 'InvalidParameter'],
  ['the workspace is gone', 'service-workspace', 'not-found', 'Workspace.NotFound'],
  ['the model is unknown', 'service-model', 'not-found', 'ModelNotFound'],
  ['a page answers for the service', 'service-foreign', 'malformed', 'Malformed'],
  ['a gateway answers for the service', 'service-foreign', 'server', 'Http502', 502],
  ['the service is out of reach', 'service-unreachable', 'unreachable', 'ECONNREFUSED'],
  ['the service does not answer', 'service-unreachable', 'timeout', 'Timeout'],
  ['the service is busy', 'service-busy', 'throttled', 'Throttling', 429],
  ['the service fails', 'service-failing', 'server', 'InternalError', 500],
];

const knowledgeFaults: readonly ServiceFault[] = [
  ['the signature is wrong', 'knowledge-key', 'credentials', 'SignatureDoesNotMatch'],
  ['the key may list no documents', 'knowledge-access', 'access', 'Forbidden'],
  ['a base was deleted', 'knowledge-missing', 'not-found', 'Index.NotFound'],
  ['a base is out of reach', 'service-unreachable', 'unreachable', 'ENOTFOUND'],
];

const faults: readonly Fault[] = [
  ['the token was reset', 'token-refused', () => token(refused(401))],
  ['Discord is out of reach', 'discord-unreachable', () => token(unreachable)],
  [
    'a proxy answers for Discord',
    'discord-foreign',
    () => token(new ForeignAnswer({ status: 200 } as never)),
  ],
  ['Discord fails', 'discord-failing', () => token(answering(503))],
  ['Discord asks to slow down', 'discord-failing', () => token(answering(429))],
  ['something answers for Discord in its own shape', 'discord-unreachable', () => token({ hello: 'there' })],
  ['the bot has connected too often', 'discord-too-often', () => token(gatewayAnswer(0))],
  ['the gateway is down', 'gateway-down', () => token(gatewayAnswer(), () => false)],
  [
    'the intent is off',
    'intents-missing',
    () => checkIntents({ wanted: true, application: async () => ({ flags: 1 << 12 }) }),
  ],
  ['the channel lacks Attach Files', 'permissions-here', () => permissions(['Attach Files'])],
  ['the role lacks Connect', 'permissions-server', () => permissions([], ['Connect'])],
  ['the channel is closed to the bot', 'permissions-silent', () => permissions(['Send Messages'], [], false)],
  [
    'XChaCha20 is not installed',
    'ciphers-missing',
    () => checkVoiceCiphers(async () => await checkCiphers(throwing(new Error('no such package')))),
  ],
  [
    'Node has no AES-256-GCM',
    'ciphers-missing',
    () => checkVoiceCiphers(async () => await checkCiphers(async () => ({}), ['aes-128-cbc'])),
  ],
  [
    'the Opus codec does not load',
    'opus-broken',
    () => checkOpus({ ...libopus, decoder: throwing(new SyntaxError('x')) }),
  ],
  ['the Opus codec gives silence', 'opus-broken', () => opusGiving(new Int16Array(320))],
  ['the Opus codec gives half a frame', 'opus-broken', () => opusGiving(new Int16Array(160).fill(9_000))],
  [
    'DAVE was built for another system',
    'encryption-broken',
    () => checkEncryption(throwing(Object.assign(new Error('x'), { code: 'ERR_DLOPEN_FAILED' }))),
  ],
  ['DAVE has no sessions', 'encryption-broken', () => checkEncryption(async () => ({ VERSION: '9' }))],
  ['datagrams are forbidden', 'udp-blocked', () => udp('error')],
  [
    "voice servers' datagrams did not arrive",
    'udp-unanswered',
    () => checkUdp(undefined, false, () => false),
  ],
  ['a proxy, which has no datagrams, leads to the rest', 'udp-proxy', () => checkUdp(undefined, true)],
  ['ffmpeg is not there', 'ffmpeg-missing', () => checkFfmpeg('/nowhere', temporaryFolder())],
  ['ffmpeg cannot encode', 'ffmpeg-broken', () => checkFfmpeg(program('exit 1'), temporaryFolder())],
  ...serviceFaults.map(([title, found, fault, code, status]): Fault => {
    return [title, found, () => checkService(failing({ fault, code, status }), 'singapore')];
  }),
  ...knowledgeFaults.map(([title, found, fault, code]): Fault => {
    return [title, found, () => checkKnowledge(failing({ fault, code, area: 'knowledge' }))];
  }),
  ['the clock is a minute off', 'clock-off', () => clock(60_000)],
  ['the clock is ten minutes behind', 'clock-wrong', () => clock(-600_000)],
  ['nobody says what time it is', 'clock-unknown', () => clock(undefined)],
  ['a server says a time that is none', 'clock-unknown', () => clock(Number.NaN)],
  ['the disk is nearly full', 'disk-low', () => checkDisk(temporaryFolder(), async () => 900 * 1024 ** 2)],
  ['the disk is full', 'disk-full', () => checkDisk(temporaryFolder(), async () => 50 * 1024 ** 2)],
  ['DATA_DIR is a file', 'disk-unwritable', () => checkDisk(noFolder())],
  [
    'the store is damaged',
    'store-damaged',
    async () => storeWith('emcee.sqlite', 'no store'.repeat(999), await stored()),
  ],
  ['the store is empty', 'store-damaged', async () => storeWith('emcee.sqlite', '', await stored())],
  ['the store is gone and its log is not', 'store-damaged', () => storeWith('emcee.sqlite-wal', 'x')],
  ['a newer version wrote the store', 'store-newer', newerStore],
  ['the disk fails under the open store', 'store-unwritable', () => troubled('unwritable')],
  ['another program holds the open store', 'store-locked', () => troubled('locked')],
  ['the open store is damaged', 'store-damaged', () => troubled('corrupt')],
  [
    'the shared folder is gone',
    'files-missing',
    () => files(new FolderStore(join(temporaryFolder(), 'gone'))),
  ],
  ...(
    [
      ['refused', 'AccessDenied'],
      ['region', 'PermanentRedirect'],
      ['clock', 'RequestTimeTooSkewed'],
      ['missing', 'NoSuchBucket'],
      ['failing', 'SlowDown'],
    ] as const
  ).map(
    ([trouble, code]) =>
      [`the bucket says ${code}`, `files-${trouble}`, async () => await bucketSaying(code)] as const,
  ),
  ['nobody answers for the bucket', 'files-unreachable', () => files(bucketAt('http://127.0.0.1:9'))],
  [
    'the database is for its owner to back up',
    'back-up-yours',
    () => checkBackUp({ isDatabase: true, everyMs: hourMs, ageMs: () => hourMs }),
  ],
  [
    'PostgreSQL is gone',
    'store-database',
    () => checkClosedDatabase('postgres://emcee:secret@127.0.0.1:9/emcee'),
  ],
  ['no worker was ever started', 'workers-none', async () => checkWorkers(await emptyPostgres())],
  ['the last worker is gone', 'workers-silent', async () => await heardOfWorkers(16_000)],
  [
    'nobody can say whether there are workers',
    'store-database',
    () => checkWorkers('postgres://127.0.0.1:9/emcee'),
  ],
  ['nothing is backed up', 'back-up-off', () => backUp(undefined, 0)],
  ['there is no back-up yet', 'back-up-none', () => backUp(undefined)],
  ['back-ups stopped', 'back-up-old', () => backUp(3 * hourMs)],
  ['Node is too old', 'versions-node', () => versions({ node: 'v24.1.9' })],
  ['Node is a major version behind', 'versions-node', () => versions({ node: 'v22.12.0' })],
  [
    'a newer release is out',
    'versions-newer',
    () => versions({ releasesUrl: 'http://x', newest: async () => ({ tag_name: 'v1.3.0' }) }),
  ],
  [
    'a check fails in a way nobody thought of',
    'check-failed',
    () => () => {
      throw new TypeError('x');
    },
  ],
];

const well: readonly Fault[] = [
  ['Discord', 'token-good', () => token(gatewayAnswer())],
  ['Discord with its gateway', 'token-good', () => token(gatewayAnswer(), () => true)],
  [
    'intents that nobody asks for',
    'intents-good',
    () => checkIntents({ wanted: false, application: async () => ({ flags: 0 as never }) }),
  ],
  [
    'a limited intent',
    'intents-good',
    () => checkIntents({ wanted: true, application: async () => ({ flags: 1 << 19 }) }),
  ],
  ['permissions', 'permissions-good', () => permissions([])],
  ['ciphers', 'ciphers-good', () => checkVoiceCiphers()],
  ['Opus', 'opus-good', () => checkOpus()],
  ['DAVE', 'encryption-good', () => checkEncryption()],
  ['UDP', 'udp-good', () => checkUdp()],
  ['UDP that a voice server answered', 'udp-good', () => checkUdp(undefined, false, () => true)],
  ['ffmpeg', 'ffmpeg-good', () => checkFfmpeg(process.env.PATH ?? '', temporaryFolder())],
  [
    'ffmpeg while nothing can be written beside the store',
    'ffmpeg-good',
    () => checkFfmpeg(process.env.PATH ?? '', noFolder()),
  ],
  ['the service', 'service-good', () => checkService(async () => ({}), 'singapore')],
  ['the knowledge base', 'knowledge-good', () => checkKnowledge(async () => ({}))],
  ['no knowledge base', 'knowledge-off', () => checkKnowledge(undefined)],
  ['the clock', 'clock-good', () => clock(-5_000)],
  ['the disk', 'disk-good', () => checkDisk(temporaryFolder(), async () => 2 * 1024 ** 3)],
  [
    'a folder that the first start makes',
    'disk-good',
    () => checkDisk(join(temporaryFolder(), 'a', 'b'), async () => 2 * 1024 ** 3),
  ],
  ['files only in DATA_DIR', 'files-here', () => checkFiles(undefined)],
  ['a worker', 'workers-good', async () => await heardOfWorkers(14_000)],
  ['a shared folder', 'files-good', () => files(new FolderStore(temporaryFolder()))],
  ['the store', 'store-good', async () => checkClosedStore(await stored())],
  ['a store that the bot has open', 'store-in-use', () => checkClosedStore(inUse())],
  ['a store before the first start', 'store-new', () => checkClosedStore(temporaryFolder())],
  ['the open store', 'store-good', () => checkOpenStore(openedStore().atomic.leases)],
  ['a back-up', 'back-up-good', () => backUp(1.5 * hourMs)],
  ['versions', 'versions-good', () => versions({})],
  [
    'versions where nobody says what is newest',
    'versions-good',
    () => versions({ releasesUrl: 'http://127.0.0.1:9' }),
  ],
];

/** A gateway process and an older worker were, too. */
async function heardOfWorkers(agoMs: number): Promise<Check> {
  const url = await laidOutPostgres();
  const at = (name: string, ms: number) => `('${name}', store_now() - ${ms})`;
  const beats = [at('worker one', agoMs), at('worker other', 99_000_000), at('shard 0 of 2', 0)];
  await runSql(url, `INSERT INTO beats VALUES ${beats.join()}`);
  return checkWorkers(url);
}

const found = async (check: Check) => await examine({ disk: check }, new FakeClock());

describe('the doctor', () => {
  it.each(faults)('names it when %s: %s', async (_, code, make) => {
    const findings = await found(await make());
    expect(findings).toMatchObject([{ code }]);
    expect(worstOf(findings)).not.toBe('good');
  });

  it.each(well)('calls %s well: %s', async (_, code, make) => {
    const findings = await found(await make());
    expect(findings).toMatchObject([{ code }]);
    expect(worstOf(findings)).toBe('good');
  });

  it('has a test for everything that it can find, forty faults and more', () => {
    const tested = new Set([...faults, ...well].map(([, code]) => code));
    // Wrong settings are found by the program itself (`test/doctor.thorough.test.ts`).
    const elsewhere = ['not-answered', 'settings-good', 'settings-wrong', 'settings-unknown'];
    const untested = Object.keys(findingCodes).filter((code) => !tested.has(code as FindingCode));
    expect(untested.toSorted()).toEqual(elsewhere.toSorted());
    expect(faults.length).toBeGreaterThanOrEqual(40);
  });

  it('waits twenty seconds for an answer, and then it is not well', async () => {
    const time = new FakeClock();
    const hanging = checkService(async () => await new Promise(() => {}), 'x');
    const examining = examine({ service: hanging, udp: checkUdp() }, time);
    await time.advance(20_000);
    expect(await examining).toMatchObject([{ check: 'udp' }, { check: 'service', code: 'not-answered' }]);
  });

  it('tells a check to stop once its time is over, or it has answered', async () => {
    const time = new FakeClock();
    const signals: AbortSignal[] = [];
    const hangs = async (signal: AbortSignal) => {
      signals.push(signal);
      return await new Promise<never>(() => {});
    };
    const answers = (signal: AbortSignal) => {
      signals.push(signal);
      return 'udp-good' as const;
    };
    const examining = examine({ service: hangs, udp: answers }, time);
    await time.advance(19_999);
    expect(signals.map(({ aborted }) => aborted).toSorted()).toEqual([false, true]);
    await time.advance(1);
    await examining;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('leaves nothing in the folder that it looked at', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'videos'));
    await found(checkDisk(dataDir));
    await found(checkFfmpeg(program('exit 1'), dataDir));
    expect(readdirSync(dataDir)).toEqual(['videos']);
  });
});
