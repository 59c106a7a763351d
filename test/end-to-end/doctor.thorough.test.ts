import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinVoice } from '../../sandbox/test/support/voice-person.ts';
import type { FindingCode } from '../../src/doctor/finding.ts';
import { wordsFor } from '../../src/words/index.ts';
import { hasSplitRoles } from '../support/split-bot.ts';
import type { Stage } from '../support/stage.ts';
import { openQuickStage, panelSaying, textOf } from '../support/video-scene.ts';

const { doctor } = wordsFor('en-US');
const api = '/api/v10';
let stage: Stage;

/** What the sentence says before whatever it names. */
const saying = (code: FindingCode) => JSON.stringify(doctor.findings[code]('§').split('§')[0]).slice(1, -1);

async function examined(channelId: string = stage.discord.channels.general): Promise<string> {
  const owner = await stage.person('owner');
  const invoked = await owner.invoke(channelId, ['doctor']);
  return textOf(await panelSaying(owner, invoked, '## '));
}

describe('a doctor asked in the running bot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emcee-doctor-'));

  beforeAll(async () => {
    const backUps = join(folder, 'back-ups');
    mkdirSync(backUps);
    writeFileSync(join(backUps, 'emcee-20200101T000000Z.backup'), 'old');
    stage = await openQuickStage({
      discord: { privilegedIntents: ['MessageContent'] },
      env: {
        DISCORD_MESSAGE_CONTENT: 'on',
        PATH: folder,
        KNOWLEDGE_ACCESS_KEY_SECRET: 'not-the-secret-of-this-account',
        BACKUP_DIR: backUps,
        BACKUP_EVERY_HOURS: '720',
      },
    });
  });

  afterAll(async () => {
    await stage?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(hasSplitRoles)(
    'names what is wrong with the machine and the keys, and calls nothing else broken',
    async () => {
      const told = await examined();
      for (const code of ['ffmpeg-missing', 'knowledge-key', 'back-up-old'] as const)
        expect(told, code).toContain(saying(code));
      for (const good of [
        'token',
        'intents',
        'permissions',
        'opus',
        'encryption',
        'udp',
        'service',
        'clock',
        'store',
      ] as const)
        expect(told, good).not.toContain(`**${doctor.checks[good]}**`);
    },
  );

  it('names an intent that was switched off under the running bot, and is well once it is back', async () => {
    const allow = async (privilegedIntents: readonly string[]) => {
      const changed = await fetch(`${stage.discord.baseUrl}/sandbox/settings`, {
        ...{ method: 'PATCH', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ privilegedIntents }),
      });
      expect(changed.status).toBe(200);
    };
    await allow([]);
    expect(await examined()).toContain(saying('intents-missing'));
    await allow(['MessageContent']);
    expect(await examined()).not.toContain(`**${doctor.checks.intents}**`);
  });

  it('names datagrams that voice servers do not answer, until they do', async () => {
    const { channels, voice } = stage.discord;
    const owner = await stage.person('owner');
    const listener = await joinVoice(stage.discord, owner, channels.voice);
    voice.faults.dropDiscovery(1_000);
    await owner.invoke(channels.voice, ['speak', 'say'], { text: 'Can you hear me?' });
    const told = async () => await examined();
    await expect.poll(told, { timeout: 90_000, interval: 1_000 }).toContain(saying('udp-unanswered'));
    voice.faults.dropDiscovery(0);
    await expect.poll(told, { timeout: 90_000, interval: 1_000 }).not.toContain(saying('udp-unanswered'));
    await listener.leave();
  });

  it('names a channel where it cannot post', async () => {
    expect(await examined(stage.discord.channels.locked)).toContain(saying('permissions-silent'));
  });

  it('names a key of another region or of nobody, and arrears', async () => {
    const answer = (status: number, code: string) =>
      stage.service.faults.arm({
        ...{ path: '/api/v1/**', times: 0 },
        effect: { kind: 'answer', when: 'before', status, body: { code, message: 'no', request_id: 'r' } },
      });
    const key = answer(401, 'InvalidApiKey');
    expect(await examined()).toContain(saying('service-key'));
    key.release();
    const arrears = answer(400, 'Arrearage');
    expect(await examined()).toContain(saying('service-arrears'));
    arrears.release();
  });

  it('names a clock that is off, by the time that Discord tells', async () => {
    const starts = { total: 1_000, remaining: 999, reset_after: 0, max_concurrency: 1 };
    const body = { url: 'ws://127.0.0.1', shards: 1, session_start_limit: starts };
    const headers = { date: 'Wed, 01 Jan 2020 00:00:00 GMT' };
    const late = [`${api}/gateway`, `${api}/gateway/bot`].map((path) =>
      stage.discord.faults.arm({
        ...{ method: 'GET', path, times: 0 },
        effect: { kind: 'answer', when: 'before', status: 200, body, headers },
      }),
    );
    expect(await examined()).toContain(saying('clock-wrong'));
    for (const each of late) each.release();
  });

  it.skipIf(hasSplitRoles)('names a store that takes no more writes', async () => {
    const database = new DatabaseSync(join(stage.dataDir, 'emcee.sqlite'), { timeout: 5_000 });
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON leases WHEN NEW.name = 'doctor'
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    const told = await examined();
    database.exec('DROP TRIGGER full');
    database.close();
    expect(told).toContain(`❌ **${doctor.checks.store}**`);
  });

  it('names a token that Discord no longer takes', async () => {
    const refused = stage.discord.faults.arm({
      ...{ method: 'GET', path: `${api}/gateway/bot`, times: 0 },
      effect: {
        kind: 'answer',
        when: 'before',
        status: 401,
        body: { message: '401: Unauthorized', code: 0 },
      },
    });
    expect(await examined()).toContain(saying('token-refused'));
    refused.release();
  });
});
