import { z } from 'zod';
import type { Core } from '../core.ts';
import type { Actor } from '../identity.ts';
import { allIntents, closeCodes, type PrivilegedIntent, privilegedIntents } from './protocol.ts';
import { shardOf } from './shards.ts';

const mostGuildsAShard = 2_500;

const identifySchema = z.object({
  token: z.string(),
  properties: z.record(z.string(), z.unknown()),
  intents: z.number().optional(),
  shard: z.tuple([z.number().int(), z.number().int()]).optional(),
  compress: z.boolean().optional(),
  large_threshold: z.number().optional(),
  presence: z.record(z.string(), z.unknown()).nullish(),
});

export interface Identified {
  readonly actor: Actor;
  readonly intents: number;
  readonly shard: readonly [number, number];
  /** Whether each payload is to be compressed. */
  readonly compressed: boolean;
}

interface HungUp {
  readonly closeCode: number;
  readonly reason: string;
}

function guildsOn(core: Core, userId: string, shard: number, shards: number): number {
  const guilds = [...core.world.guilds.values()].filter((guild) => guild.members.has(userId));
  return guilds.filter(({ id }) => shardOf(id, shards) === shard).length;
}

/** Bits above the 31st are lost to JavaScript's own operators. */
function areIntents(intents: number): boolean {
  return intents >= 0 && intents <= allIntents && Number.isInteger(intents) && (intents & ~allIntents) === 0;
}

/** Checks an Identify payload. Returns who it is, or the close code with which Discord would hang up. */
export function identify(core: Core, payload: unknown): Identified | HungUp {
  const parsed = identifySchema.safeParse(payload);
  if (!parsed.success) return { closeCode: closeCodes.decodeError, reason: 'Error while decoding payload.' };
  for (const field of Object.keys(payload as object))
    if (!Object.hasOwn(identifySchema.shape, field)) core.oddities.note(`identify: ${field}`);
  const actor = core.identities.fromGatewayToken(parsed.data.token);
  if (!actor) return { closeCode: closeCodes.authenticationFailed, reason: 'Authentication failed.' };
  const [shard, shards] = parsed.data.shard ?? [0, 1];
  if (shards < 1 || shard < 0 || shard >= shards)
    return { closeCode: closeCodes.invalidShard, reason: 'Invalid shard.' };
  const { compress: compressed = false } = parsed.data;
  if (!actor.isBot) return { actor, intents: allIntents, shard: [0, 1], compressed };
  const { intents } = parsed.data;
  if (intents === undefined || !areIntents(intents))
    return { closeCode: closeCodes.invalidIntents, reason: 'Invalid intent(s).' };
  const refused = Object.entries(privilegedIntents).some(
    ([name, bit]) => (intents & bit) !== 0 && !core.settings.privilegedIntents.has(name as PrivilegedIntent),
  );
  if (refused) return { closeCode: closeCodes.disallowedIntents, reason: 'Disallowed intent(s).' };
  if (guildsOn(core, actor.userId, shard, shards) > mostGuildsAShard)
    return { closeCode: closeCodes.shardingRequired, reason: 'Sharding required.' };
  return { actor, intents, shard: [shard, shards], compressed };
}
