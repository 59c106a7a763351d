import { systemClock } from '../operations/clock.ts';
import { FirstCall } from '../service/first-call.ts';
import { openKnowledge } from '../service/knowledge/http-client.ts';
import { HttpVideoClient } from '../service/video/http-client.ts';
import type { SharedParts } from './parts.ts';

/** A free call to each address of the service, by its name in the log. */
export function firstCalls({ config, http, clock, log }: SharedParts): Readonly<Record<string, FirstCall>> {
  const service = new FirstCall({
    who: 'the AI service',
    settings: 'SERVICE_BASE_URL, SERVICE_API_KEY and SERVICE_REGION',
    ask: async (aborted) => {
      const now = clock.now();
      await new HttpVideoClient(http).list({ from: now - 60_000, to: now, pageSize: 1 }, aborted);
    },
    // Waiting for an answer takes real time, even if the rest uses another clock.
    clock: systemClock,
    log,
  });
  const { knowledge } = config;
  const [base] = knowledge?.bases ?? [];
  if (!knowledge || !base) return { service };
  return {
    service,
    knowledge: new FirstCall({
      who: 'the knowledge base',
      settings: 'KNOWLEDGE_URL, KNOWLEDGE_BASES and the key pair',
      ask: async (aborted) => {
        const settings = { ...knowledge.service, workspaceId: base.workspaceId };
        const client = openKnowledge({ settings, clock, log });
        try {
          await client.list({ indexId: base.indexId, pageSize: 1 }, aborted);
        } finally {
          await client.close();
        }
      },
      clock: systemClock,
      log,
    }),
  };
}
