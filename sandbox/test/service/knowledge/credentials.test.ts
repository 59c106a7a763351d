import { test as base, describe, expect } from 'vitest';
import { acs3Signature, sha256 } from '../../../service/knowledge/acs3.ts';
import { openKnowledge } from './knowledge-caller.ts';

const test = base.extend('client', () => openKnowledge());

const path = '/ws-main/index/list_index_file_detail';

test('the signature of the test vector is the documented one', () => {
  const bodyHash = sha256('');
  const headers = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  };
  const signature = acs3Signature(
    {
      method: 'POST',
      path: '/',
      query: [
        ['RegionId', 'cn-shanghai'],
        ['ImageId', 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd'],
      ],
      headers,
      signedHeaders: Object.keys(headers),
      bodyHash,
    },
    'YourAccessKeySecret',
  );
  expect(signature).toBe('06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0');
});

describe('a signed call', () => {
  test('is let in, whatever stands in its query', async ({ client }) => {
    for (const DocumentName of ['a b+c*d~e', "100% (é) '!'", '你好/&=?#', '🦊']) {
      expect((await client.list({ DocumentName })).status).toBe(200);
    }
  });

  test('with another secret does not match; with another id is not found', async ({ client }) => {
    const wrong = await client.list({}, { secret: 'wrong' });
    expect([wrong.status, wrong.body.Code]).toEqual([400, 'SignatureDoesNotMatch']);
    const unknown = await client.list({}, { accessKeyId: 'nobody' });
    expect([unknown.status, unknown.body.Code]).toEqual([404, 'InvalidAccessKeyId.NotFound']);
  });

  test('whose query was changed on its way does not match', async () => {
    const { body } = await (await openKnowledge()).list({}, { sentQuery: { PageSize: '2' } });
    expect(body.Code).toBe('SignatureDoesNotMatch');
  });

  test('is refused by the gateway in its own shape', async () => {
    const { body } = await (await openKnowledge()).list({}, { secret: 'wrong' });
    expect(body).toEqual({
      Code: 'SignatureDoesNotMatch',
      Message: expect.any(String),
      RequestId: expect.any(String),
      HostId: expect.stringContaining('127.0.0.1'),
    });
  });

  test.each([16, -16])(
    'whose clock is %d minutes off is told so, not that its key is wrong',
    async (minutes) => {
      const client = await openKnowledge();
      const at = new Date(client.service.clock.now + minutes * 60_000).toISOString();
      const answer = await client.list({}, { date: `${at.slice(0, 19)}Z` });
      expect([answer.status, answer.body.Code]).toEqual([400, 'InvalidTimeStamp.Expired']);
      expect(Date.parse(answer.headers.get('date') ?? '')).toBe(
        Math.floor(client.service.clock.now / 1_000) * 1_000,
      );
      const near = new Date(client.service.clock.now + Math.sign(minutes) * 14 * 60_000).toISOString();
      expect((await client.list({}, { date: `${near.slice(0, 19)}Z` })).status).toBe(200);
    },
  );

  test('with a date in another form is refused', async () => {
    const { body } = await (await openKnowledge()).list({}, { date: 'Tue, 01 Sep 2026 00:00:00 GMT' });
    expect(body.Code).toBe('InvalidTimeStamp.Format');
  });

  test('may use a nonce once, until it is forgotten', async ({ client }) => {
    const nonce = 'the-same-nonce';
    expect((await client.list({}, { nonce })).status).toBe(200);
    expect((await client.list({}, { nonce })).body.Code).toBe('SignatureNonceUsed');
    client.service.clock.now += 31 * 60_000;
    expect((await client.list({}, { nonce })).status).toBe(200);
  });

  test.each(['host', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-action', 'x-acs-content-sha256'])(
    'must sign its header %s',
    async (unsigned) => {
      const { body } = await (await openKnowledge()).list({}, { unsigned });
      expect(body.Code).toBe('IncompleteSignature');
    },
  );

  test('for another action or version is not found', async ({ client }) => {
    expect((await client.list({}, { action: 'Retrieve' })).body.Code).toBe('InvalidAction.NotFound');
    expect((await client.list({}, { version: '2014-05-26' })).body.Code).toBe('InvalidAction.NotFound');
  });

  test('carries the security token that the key belongs to', async () => {
    const client = await openKnowledge({ securityToken: 'sts-1' });
    expect((await client.list({}, { securityToken: 'sts-1' })).status).toBe(200);
    expect((await client.list({}, { securityToken: 'sts-2' })).body.Code).toBe('InvalidSecurityToken');
    expect((await client.list()).body.Code).toBe('InvalidSecurityToken');
    expect((await (await openKnowledge()).list({}, { securityToken: 'sts-1' })).body.Code).toBe(
      'InvalidSecurityToken',
    );
  });

  test('has no body', async () => {
    const { body } = await (await openKnowledge()).list({}, { body: '{"PageSize":1}' });
    expect([body.Code, body.Message]).toEqual(['InvalidParameter', expect.stringContaining('query')]);
  });
});

test('an unsigned call is refused', async ({ client }) => {
  expect((await client.plain(path, {}, {})).body.Code).toBe('MissingAuthorization');
  expect((await client.plain(path, {}, { authorization: 'Bearer x' })).body.Code).toBe(
    'MissingAuthorization',
  );
});

test('with bearer authentication the API key lets in', async () => {
  const client = await openKnowledge({ authentication: 'bearer' });
  const authorization = `Bearer ${client.service.sandbox.apiKey}`;
  expect((await client.plain(path, {}, { authorization })).status).toBe(200);
  expect((await client.plain(path, {}, { authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await client.plain(path, {}, {})).body).toHaveProperty('HostId');
});

test('without authentication everybody is let in', async () => {
  const client = await openKnowledge({ authentication: 'none' });
  expect((await client.plain(path, {}, {})).status).toBe(200);
});

test('an account without the permission is told which it lacks', async () => {
  const client = await openKnowledge({ denied: ['sfm:ListIndexFiles'] });
  const { status, body } = await client.list();
  expect([status, body.Code]).toEqual([403, 'NoPermission']);
  expect(body.Message).toContain('sfm:ListIndexFiles');
  expect((await client.retrieve({ Query: 'ban' })).status).toBe(200);
  client.control.set({ denied: [] });
  expect((await client.list()).status).toBe(200);
});

test('faults hit these routes as all others', async ({ client }) => {
  const body = { Code: 'ServiceUnavailable', Message: 'Busy.', RequestId: 'r', HostId: 'h' };
  client.service.sandbox.faults.arm({
    path: '/*/index/list_index_file_detail',
    effect: { kind: 'answer', when: 'before', status: 503, body },
  });
  expect(await client.list()).toMatchObject({ status: 503, body });
  expect((await client.list()).status).toBe(200);
});
