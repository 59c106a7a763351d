import { pino } from 'pino';
import { type ServiceSandbox, startServiceSandbox } from '../../sandbox/service/server.ts';
import type { KnowledgeBase } from '../../src/knowledge/base-listing.ts';
import { systemClock } from '../../src/operations/clock.ts';
import type { KnowledgeClient } from '../../src/service/knowledge/client.ts';
import { openKnowledge } from '../../src/service/knowledge/http-client.ts';

export const silent = pino({ level: 'silent' });

export interface World {
  readonly service: ServiceSandbox;
  readonly base: KnowledgeBase;
  /** The bot's client, signing and all, with its calls counted. */
  readonly client: KnowledgeClient & { readonly calls: () => number };
  close(): Promise<void>;
}

/** The stand-in of the service with 10,000 documents, and a client in front of it. */
export async function openWorld(): Promise<World> {
  const service = await startServiceSandbox({ port: 0 });
  const { settings, workspaces, knowledgeBases } = service.knowledge;
  const client = openKnowledge({
    settings: {
      baseUrl: service.baseUrl,
      workspaceId: workspaces.main,
      signing: {
        scheme: 'acs3',
        accessKeyId: settings.accessKeyId,
        accessKeySecret: settings.accessKeySecret,
      },
    },
    clock: systemClock,
    log: silent,
  });
  let calls = 0;
  return {
    service,
    base: {
      id: 'library',
      name: 'Library',
      indexId: knowledgeBases.library,
      workspaceId: workspaces.main,
      guilds: 'all',
      open: 'everyone',
    },
    client: {
      canRetrieve: client.canRetrieve,
      list: async (parameters, signal) => {
        calls += 1;
        return await client.list(parameters, signal);
      },
      retrieve: async (parameters, signal) => await client.retrieve(parameters, signal),
      close: async () => await client.close(),
      calls: () => calls,
    },
    close: async () => {
      await client.close();
      await service.close();
    },
  };
}
