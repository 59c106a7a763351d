import { afterAll, beforeAll } from 'vitest';
import {
  type ServiceSandbox,
  type ServiceSandboxOptions,
  startServiceSandbox,
} from '../../sandbox/service/server.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { assertNothingOdd } from '../../sandbox/test/support/nothing-odd.ts';
import { systemClock } from '../../src/operations/clock.ts';
import { openProfile, type ServiceSettings } from '../../src/service/profile.ts';
import { silentLog } from './fake-log.ts';
import { serviceSettings } from './service-settings.ts';

/** The service's stand-in for a file of tests, and what its clients are opened with. */
export function serviceStandIn(options: ServiceSandboxOptions) {
  let sandbox: ServiceSandbox;
  beforeAll(async () => {
    sandbox = await startServiceSandbox({ port: 0, ...options });
  });
  afterAll(async () => {
    await sandbox.close();
    assertNothingOdd(sandbox);
  });
  return {
    get sandbox(): ServiceSandbox {
      return sandbox;
    },
    client: (settings: Partial<ServiceSettings> = {}) => ({
      profile: openProfile(serviceSettings(sandbox.baseUrl, { apiKey: sandbox.apiKey, ...settings })),
      clock: systemClock,
      log: silentLog,
    }),
  };
}

interface RealtimeSession<Event> {
  onEvent(listener: (event: Event) => void): unknown;
  append(bytes: Uint8Array): void;
}

/** What a realtime session tells, and somebody who speaks into it. */
export function followed<Event extends { readonly is: string }, Session extends RealtimeSession<Event>>(
  session: Session,
  { realtime }: ServiceSandbox,
) {
  const events: Event[] = [];
  session.onEvent((event) => events.push(event));
  const say = async (text: string, silenceMs = 1_200) => {
    const samples = await realtime.voice(text, 'ann', 16_000);
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    for (let at = 0; at < bytes.length; at += 3_200) session.append(bytes.subarray(at, at + 3_200));
    session.append(new Uint8Array(32 * silenceMs));
  };
  const seen = async (is: Event['is'], count = 1) => {
    const told = () => events.filter((event) => event.is === is);
    await eventually(() => told().length >= count, `${count} × ${is}`);
    return told().at(count - 1);
  };
  return { session, events, say, seen };
}
