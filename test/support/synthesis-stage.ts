import { afterEach, beforeEach } from 'vitest';
import { systemClock } from '../../src/operations/clock.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { openProfile, type ServiceSettings } from '../../src/service/profile.ts';
import { openSynthesis, type SynthesisOptions } from '../../src/service/synthesis/client.ts';
import type {
  SynthesisClient,
  SynthesisRequest,
  SynthesisTask,
} from '../../src/service/synthesis/synthesis-types.ts';
import { silentLog } from './fake-log.ts';
import { rejection } from './rejection.ts';
import { ScriptedSynthesis, synthesisRequest } from './scripted-synthesis.ts';
import { serviceSettings } from './service-settings.ts';

/** A scripted service for each test of a file, and clients of it, which are closed behind the test. */
export function synthesisStage() {
  let service: ScriptedSynthesis;
  const opened: SynthesisClient[] = [];
  beforeEach(async () => {
    service = await ScriptedSynthesis.start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((client) => client.close()));
    await service[Symbol.asyncDispose]();
  });
  return {
    get service(): ScriptedSynthesis {
      return service;
    },
    open(options: Partial<SynthesisOptions> = {}, settings: Partial<ServiceSettings> = {}): SynthesisClient {
      const client = openSynthesis({
        profile: openProfile(serviceSettings(service.socket.url, settings)),
        clock: systemClock,
        log: silentLog,
        tasksPerSecond: 10_000,
        ...options,
      });
      opened.push(client);
      return client;
    },
    /** Whatever was sent before on any connection has been heard. */
    async oneRoundTrip(): Promise<void> {
      await Promise.all(
        service.socket.connections.map(
          ({ socket }) =>
            new Promise<void>((resolve) => {
              if (socket.readyState !== socket.OPEN) resolve();
              socket.once('pong', () => resolve());
              socket.once('close', () => resolve());
              socket.ping();
            }),
        ),
      );
    },
  };
}

/** Everything that was heard of it, as text. */
export async function heard(task: SynthesisTask): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of task.audio) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Its next bytes, or its end. */
export async function nextOf(task: SynthesisTask): Promise<IteratorResult<Uint8Array>> {
  return await task.audio[Symbol.asyncIterator]().next();
}

export function say(
  client: SynthesisClient,
  text: string,
  changes: Partial<SynthesisRequest> = {},
): SynthesisTask {
  const task = client.start(synthesisRequest(changes));
  task.write(text);
  task.finish();
  return task;
}

export async function failureOf(task: SynthesisTask): Promise<ServiceError> {
  return await rejection(task.done, ServiceError);
}
