import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { z } from 'zod';
import { misdirected } from '../own-names.ts';
import { builtPage } from './page-build.ts';
import { addHeardRoute } from './say/heard-route.ts';
import { addSayRoute } from './say/say-route.ts';
import { addRecordedRoute, addSaidRoute } from './say/voice-message-route.ts';

export interface ConsoleOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Address of the Discord stand-in, such as `http://127.0.0.1:4401`. */
  readonly discordUrl: string;
  /** Address of the service stand-in, which voices sentences for people; absent: nothing does. */
  readonly serviceUrl?: string;
}

export interface Console {
  /** The address to open. */
  readonly url: string;
  close(): Promise<void>;
}

/** The part of `GET /sandbox` that the page needs. */
const sandboxSchema = z.object({
  addresses: z.object({ gateway: z.url() }),
  guildId: z.string(),
  people: z.array(z.object({ id: z.string(), name: z.string(), token: z.string() })),
});

/**
 * Serves the chat page, building it first when its sources changed.
 * @throws when the page does not build or the port is taken
 */
export async function startConsole(options: ConsoleOptions): Promise<Console> {
  const discordUrl = options.discordUrl.replace(/\/$/, '');
  const folder = await builtPage();
  const server = Fastify({ logger: false, forceCloseConnections: true });
  server.addHook('onRequest', async (request, reply) => {
    const refusal = misdirected(request.raw, options.host);
    if (refusal) return await reply.code(refusal.status).send({ message: refusal.message });
    return undefined;
  });
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy(discordUrl),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });
  server.get('/config.json', async (_request, reply) => {
    const config = await askStandIn(discordUrl);
    if (!config) return reply.code(502).send({ message: "The Discord stand-in isn't answering." });
    const canSay = options.serviceUrl !== undefined;
    return reply.header('cache-control', 'no-store').send({ ...config, canSay });
  });
  addRecordedRoute(server);
  if (options.serviceUrl !== undefined) {
    const serviceUrl = options.serviceUrl.replace(/\/$/, '');
    addSayRoute(server, serviceUrl);
    addSaidRoute(server, serviceUrl);
    addHeardRoute(server, serviceUrl);
  }
  await server.register(fastifyStatic, { root: folder, cacheControl: true, maxAge: 0 });
  const url = await server.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  return { url, close: async () => void (await server.close()) };
}

async function askStandIn(discordUrl: string): Promise<object | undefined> {
  try {
    const response = await fetch(`${discordUrl}/sandbox`, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) return undefined;
    const { addresses, guildId, people } = sandboxSchema.parse(await response.json());
    return { discordUrl, gatewayUrl: addresses.gateway, guildId, people };
  } catch {
    return undefined;
  }
}

/**
 * The page loads its own scripts and talks to the stand-in, nothing else. Style attributes are allowed because
 * discord-components sets sizes and colours through them.
 */
function contentSecurityPolicy(discordUrl: string): string {
  const { origin, host } = new URL(discordUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' ${origin} data: blob:`,
    `media-src 'self' ${origin} blob:`,
    `connect-src 'self' ${origin} ws://${host} wss://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
