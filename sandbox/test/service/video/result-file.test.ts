import { describe, expect, test } from 'vitest';
import type { ResultFault } from '../../../service/video/outcomes.ts';
import { fakeVideo, openService, type ServiceCaller } from '../service-caller.ts';

async function finishedUrl(service: ServiceCaller): Promise<string> {
  return String((await service.ended(await service.accepted())).body.output?.video_url);
}

async function faultyFile(fault: ResultFault) {
  const service = await openService();
  service.sandbox.video.resultNext(fault);
  const abort = new AbortController();
  const response = await fetch(await finishedUrl(service), { signal: abort.signal });
  return { response, abort };
}

describe('the result file', () => {
  test('is served as MP4 without any key', async () => {
    const response = await fetch(await finishedUrl(await openService()));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('content-length')).toBe(String(fakeVideo.length));
    expect(await response.bytes()).toEqual(fakeVideo);
  });

  test.each([
    ['bytes=2-5', 206, 'bytes 2-5/32', 'film'],
    ['bytes=21-', 206, 'bytes 21-31/32', 'characters.'],
    ['bytes=-11', 206, 'bytes 21-31/32', 'characters.'],
    ['bytes=30-90', 206, 'bytes 30-31/32', 's.'],
    ['bytes=32-', 416, 'bytes */32', ''],
    ['lines=1-2', 200, null, 'a film of thirty-two characters.'],
  ])('the range %s is answered with %d', async (range, status, contentRange, text) => {
    const response = await fetch(await finishedUrl(await openService()), { headers: { range } });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(await response.text()).toBe(text);
  });

  test.each([
    ['an altered signature', (url: URL) => url.searchParams.set('Signature', 'a'.repeat(64))],
    ['a later expiry', (url: URL) => url.searchParams.set('Expires', '4102444800')],
    ['no signature', (url: URL) => url.searchParams.delete('Signature')],
  ])('with %s it is refused', async (_name, alter) => {
    const url = new URL(await finishedUrl(await openService()));
    alter(url);
    const response = await fetch(url);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<Code>SignatureDoesNotMatch</Code>');
  });

  test('is purged 24 hours after it was made: 404 in the manner of an object store', async () => {
    const service = await openService();
    const url = await finishedUrl(service);
    service.clock.now += 24 * 60 * 60 * 1_000 - 1;
    expect((await fetch(url)).status).toBe(200);
    service.clock.now += 1;
    const response = await fetch(url);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/xml');
    expect(await response.text()).toContain('<Code>NoSuchKey</Code>');
  });
});

describe('faults of the result file', () => {
  test('missing: 404', async () => {
    expect((await faultyFile('missing')).response.status).toBe(404);
  });

  test('html: a page with status 200', async () => {
    const { response } = await faultyFile('html');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('<!doctype html>');
  });

  test('huge: two gigabytes are announced', async () => {
    const { response, abort } = await faultyFile('huge');
    expect(response.headers.get('content-length')).toBe(String(2 * 1_024 ** 3));
    abort.abort();
  });

  test('endless: more comes than any film is long', async () => {
    const { response, abort } = await faultyFile('endless');
    expect(response.headers.get('content-length')).toBeNull();
    let received = 0;
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      if (received > fakeVideo.length * 10_000) break;
    }
    expect(received).toBeGreaterThan(fakeVideo.length * 10_000);
    abort.abort();
  });

  test('slow: it comes in drips of one byte', async () => {
    const { response, abort } = await faultyFile('slow');
    const first = await response.body?.getReader().read();
    expect(first?.value?.length).toBe(1);
    abort.abort();
  });
});

describe('faults of its address', () => {
  async function addressed(fault: ResultFault) {
    const service = await openService();
    service.sandbox.video.resultNext(fault);
    return { url: new URL(await finishedUrl(service)), service, base: new URL(service.sandbox.baseUrl) };
  }

  test('elsewhere: another port of this machine has it, too', async () => {
    const { url, base, service } = await addressed('elsewhere');
    expect(url.hostname).toBe(base.hostname);
    expect(url.port).not.toBe(base.port);
    expect(await (await fetch(url)).bytes()).toEqual(fakeVideo);
    expect(service.sandbox.video.askedElsewhere).toBe(1);
  });

  test('redirect: it leads there', async () => {
    const { url, base } = await addressed('redirect');
    expect(url.host).toBe(base.host);
    const response = await fetch(url);
    expect(new URL(response.url).port).not.toBe(base.port);
    expect(await response.bytes()).toEqual(fakeVideo);
  });

  test('credentials: a name and a password stand in it', async () => {
    const { url, base } = await addressed('credentials');
    expect([url.host, url.username, url.password]).toEqual([base.host, 'user', 'pass']);
  });

  test('long-link: it works, and has more than 512 characters', async () => {
    const { url } = await addressed('long-link');
    expect(url.href.length).toBeGreaterThan(512);
    expect(await (await fetch(url)).bytes()).toEqual(fakeVideo);
  });
});
