import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type Clock, systemClock } from '../operations/clock.ts';
import { FirstCall } from '../service/first-call.ts';
import type { ServiceHttp } from '../service/http.ts';
import { openKnowledge } from '../service/knowledge/http-client.ts';
import { HttpVideoClient } from '../service/video/http-client.ts';
import { FilesCheck } from '../storage/files/files-check.ts';
import type { SharedParts } from './parts.ts';

/** A call that's free and changes nothing. @throws {ServiceError} */
type FreeCall = (aborted: AbortSignal) => Promise<void>;

/** To each address of the service, through the bot's own clients. No `knowledge` if none is set up. */
export function freeCalls({
  config,
  http,
  clock,
  log,
}: {
  readonly config: Config;
  readonly http: ServiceHttp;
  readonly clock: Clock;
  readonly log: Logger;
}): {
  readonly service: FreeCall;
  readonly knowledge?: FreeCall;
} {
  const service: FreeCall = async (aborted) => {
    const now = clock.now();
    await new HttpVideoClient(http).list({ from: now - 60_000, to: now, pageSize: 1 }, aborted);
  };
  const { knowledge } = config;
  const [base] = knowledge?.bases ?? [];
  if (!knowledge || !base) return { service };
  return {
    service,
    knowledge: async (aborted) => {
      const settings = { ...knowledge.service, workspaceId: base.workspaceId };
      const client = openKnowledge({ settings, clock, log });
      try {
        await client.list({ indexId: base.indexId, pageSize: 1 }, aborted);
      } finally {
        await client.close();
      }
    },
  };
}

/** The first call to each address of the service and to the store of files, by its name in the log. */
export function firstCalls(parts: SharedParts): Readonly<Record<string, FirstCall | FilesCheck>> {
  const calls = freeCalls(parts);
  // Waiting for an answer takes real time, even if the rest uses another clock.
  const shared = { clock: systemClock, log: parts.log };
  const service = new FirstCall({
    ...shared,
    who: 'the AI service',
    settings: 'SERVICE_BASE_URL, SERVICE_API_KEY and SERVICE_REGION',
    ask: calls.service,
  });
  const { fileStore } = parts;
  const files = fileStore && { files: new FilesCheck(fileStore, shared.clock, shared.log) };
  if (!calls.knowledge) return { service, ...files };
  return {
    service,
    ...files,
    knowledge: new FirstCall({
      ...shared,
      who: 'the knowledge base',
      settings: 'KNOWLEDGE_URL, KNOWLEDGE_BASES and the key pair',
      ask: calls.knowledge,
    }),
  };
}
