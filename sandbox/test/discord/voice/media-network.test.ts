import { test as base, describe, expect } from 'vitest';
import { MediaNetwork } from '../../../discord/voice/media-network.ts';
import { eventually } from '../../support/eventually.ts';

const test = base.extend('network', () => network());

const to = { address: '127.0.0.1', port: 1 };

function network(): { readonly network: MediaNetwork; readonly sent: string[] } {
  const sent: string[] = [];
  return { network: new MediaNetwork((packet, { port }) => sent.push(`${packet} to ${port}`)), sent };
}

describe('the way to the clients', () => {
  test('is straight when nothing else was said', ({ network: { network: straight, sent } }) => {
    straight.send(Buffer.from('1'), to);
    expect(sent).toEqual(['1 to 1']);
  });

  test('lets a packet go behind the next one of the same client only', () => {
    const { network: bad, sent } = network();
    bad.impair({ reorder: 1 });
    bad.send(Buffer.from('1'), to);
    bad.send(Buffer.from('a'), { ...to, port: 2 });
    expect(sent).toEqual([]);
    bad.send(Buffer.from('2'), to);
    expect(sent).toEqual(['2 to 1', '1 to 1']);
    bad.close();
  });

  test('lets a packet go on that nothing overtakes', async ({ network: { network: bad, sent } }) => {
    bad.impair({ reorder: 1 });
    bad.send(Buffer.from('1'), to);
    await eventually(() => sent.length === 1);
  });

  test('once it is good again has nothing left to wait', ({ network: { network: bad, sent } }) => {
    bad.impair({ reorder: 1 });
    bad.send(Buffer.from('1'), to);
    bad.clear();
    bad.impair({ jitterMs: 60_000, seed: 4 });
    bad.send(Buffer.from('2'), to);
    bad.send(Buffer.from('3'), to);
    expect(sent).toEqual(['1 to 1']);
    bad.clear();
    expect(sent).toEqual(['1 to 1', '2 to 1', '3 to 1']);
    bad.send(Buffer.from('4'), to);
    expect(sent.at(-1)).toBe('4 to 1');
  });

  test('that ends forgets what waits', async ({ network: { network: bad, sent } }) => {
    bad.impair({ jitterMs: 5, seed: 4 });
    bad.send(Buffer.from('1'), to);
    bad.close();
    const other = network();
    other.network.impair({ jitterMs: 5, seed: 4 });
    other.network.send(Buffer.from('1'), to);
    await eventually(() => other.sent.length === 1);
    expect(sent).toEqual([]);
  });
});
