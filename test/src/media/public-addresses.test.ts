import type { LookupAddress } from 'node:dns';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Lookup,
  PrivateAddressError,
  publicOnlyAgent,
  publicOnlyLookup,
} from '../../../src/media/public-addresses.ts';
import { rejection } from '../../support/rejection.ts';
import { ScriptedService } from '../../support/scripted-service.ts';

function answering(...addresses: string[]): Lookup {
  const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_, __, callback) => callback(null, answers);
}

function looked(lookup: Lookup, all: boolean) {
  return new Promise<{ error: Error | null; address: string | LookupAddress[]; family?: number | undefined }>(
    (resolve) => {
      publicOnlyLookup(lookup)('files.test', { all }, (error, address, family) =>
        resolve({ error, address, family }),
      );
    },
  );
}

test('a name is connected to at its public addresses only', async () => {
  const lookup = answering('10.0.0.1', '8.8.8.8', '::1', '2606:4700::1111');
  expect(await looked(lookup, true)).toMatchObject({
    error: null,
    address: [{ address: '8.8.8.8' }, { address: '2606:4700::1111' }],
  });
  expect(await looked(lookup, false)).toMatchObject({ error: null, address: '8.8.8.8', family: 4 });
});

test.each([true, false])('a name that has private addresses only is refused (all: %s)', async (all) => {
  const { error } = await looked(answering('127.0.0.1', '::ffff:10.0.0.1'), all);
  expect(error).toBeInstanceOf(PrivateAddressError);
});

test('a name that cannot be resolved fails as it would anyway', async () => {
  const failure = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const { error } = await looked((_, __, callback) => callback(failure, []), true);
  expect(error).toBe(failure);
});

test('a public-looking name that leads to this machine is not connected to', async () => {
  await using service = await ScriptedService.start();
  const agent = publicOnlyAgent(answering('127.0.0.1'));
  onTestFinished(async () => await agent.destroy());
  const { port } = new URL(service.url);
  await rejection(request(`http://files.test:${port}/a.mp3`, { dispatcher: agent }), PrivateAddressError);
  expect(service.heard).toEqual([]);
});
