import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Fault, Faults } from '../faults.ts';
import type { Core } from './core.ts';
import type { Gateway } from './gateway/server.ts';
import type { MembershipControl } from './membership-control.ts';
import { places } from './world/places.ts';

const when = z.enum(['before', 'after']);
const faultSchema = z.strictObject({
  method: z.string().optional(),
  path: z.string().startsWith('/'),
  times: z.number().int().min(0).optional(),
  effect: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('delay'), ms: z.number().min(0) }),
    z.strictObject({
      kind: z.literal('answer'),
      when,
      status: z.number().int().min(100).max(599),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
    }),
    z.strictObject({ kind: z.literal('drop'), when }),
    z.strictObject({ kind: z.literal('cut') }),
    z.strictObject({ kind: z.literal('hold'), when }),
  ]),
});

const gatewaySchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.enum(['drop', 'close', 'invalid-session', 'reconnect']),
    code: z.number().int().min(1000).max(4999).optional(),
    resumable: z.boolean().optional(),
    whose: z.enum(['bot', 'people', 'everyone']).optional(),
  }),
  z.strictObject({ action: z.literal('dispatch'), event: z.string(), data: z.unknown() }),
]);

const times = z.number().int().min(0).default(1);
const moodSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('no-hello'), times }),
  z.strictObject({ kind: z.literal('ignore'), op: z.number().int(), times }),
  z.strictObject({ kind: z.literal('strip'), event: z.string(), fields: z.array(z.string()), times }),
]);

const settingsSchema = z.strictObject({
  attachmentLimitBytes: z.number().int().positive().optional(),
  privilegedIntents: z.array(z.enum(['GuildMembers', 'GuildPresences', 'MessageContent'])).optional(),
  repliesBringContent: z.boolean().optional(),
});

const membershipSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['kick-bot', 'invite-bot', 'remove-guild']), guildId: z.string() }),
  z.strictObject({ action: z.literal('direct-messages'), userId: z.string(), open: z.boolean() }),
]);

export interface Controlled {
  readonly core: Core;
  readonly faults: Faults;
  readonly gateway: Gateway;
  readonly membership: MembershipControl;
  readonly unknownRoutes: readonly string[];
}

/** `/sandbox/…`: what Discord doesn't have. Faults never affect it. */
export function controlRoutes(
  server: FastifyInstance,
  { core, faults, gateway, membership, unknownRoutes }: Controlled,
): void {
  const { settings, world, identities } = core;

  server.get('/sandbox', () => ({
    addresses: { api: `${core.addresses.base}/api`, gateway: core.addresses.gateway },
    applicationId: places.applicationId,
    botUserId: places.botUserId,
    botToken: identities.botToken,
    guildId: places.guildId,
    otherGuildId: places.otherGuildId,
    channels: places.channels,
    roles: places.roles,
    people: Object.entries(places.people).map(([name, id]) => ({
      name,
      id,
      displayName: world.user(id).globalName,
      token: identities.peopleTokens[name as keyof typeof places.people],
    })),
    settings: { ...settings, privilegedIntents: [...settings.privilegedIntents] },
    connections: gateway.connections,
  }));

  server.get('/sandbox/faults', () => faults.list());
  server.post('/sandbox/faults', (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    faults.arm(parsed.data as Fault);
    return reply.code(201).send(parsed.data);
  });
  server.delete('/sandbox/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });

  server.post('/sandbox/gateway', (request, reply) => {
    const parsed = gatewaySchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    if (parsed.data.action === 'dispatch') {
      gateway.dispatch(parsed.data.event, parsed.data.data);
      return reply.code(204).send();
    }
    const { action, code = 4000, resumable = false, whose } = parsed.data;
    if (action === 'drop') gateway.dropAll(whose);
    else if (action === 'close') gateway.closeAll(code, whose);
    else if (action === 'invalid-session') gateway.invalidateSessions(resumable, whose);
    else gateway.requestReconnect(whose);
    return reply.code(204).send();
  });

  server.get('/sandbox/gateway/faults', () => gateway.moods);
  server.post('/sandbox/gateway/faults', (request, reply) => {
    const parsed = moodSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    gateway.addMood(parsed.data);
    return reply.code(201).send(parsed.data);
  });
  server.delete('/sandbox/gateway/faults', (_request, reply) => {
    gateway.clearMoods();
    return reply.code(204).send();
  });

  server.post('/sandbox/membership', (request, reply) => {
    const parsed = membershipSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    const order = parsed.data;
    if (order.action === 'direct-messages') membership.directMessages(order.userId, order.open);
    else if (order.action === 'kick-bot') membership.kickBot(order.guildId);
    else if (order.action === 'invite-bot') membership.inviteBot(order.guildId);
    else membership.removeGuild(order.guildId);
    return reply.code(204).send();
  });

  server.patch('/sandbox/settings', (request, reply) => {
    const parsed = settingsSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    settings.repliesBringContent = parsed.data.repliesBringContent ?? settings.repliesBringContent;
    settings.attachmentLimitBytes = parsed.data.attachmentLimitBytes ?? settings.attachmentLimitBytes;
    if (parsed.data.privilegedIntents) settings.privilegedIntents = new Set(parsed.data.privilegedIntents);
    return reply.send({ ...settings, privilegedIntents: [...settings.privilegedIntents] });
  });

  server.get('/sandbox/unknown-routes', () => unknownRoutes);
  server.get('/sandbox/oddities', () => core.oddities.list);
}
