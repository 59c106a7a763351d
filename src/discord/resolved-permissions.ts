import {
  type BaseInteraction,
  type Client,
  Events,
  PermissionsBitField,
  type PermissionsString,
} from 'discord.js';
import { z } from 'zod';
import { BoundedMap } from '../operations/bounded-map.ts';
import { Refusal } from '../refusal/refusal.ts';

const interactionSchema = z.object({
  t: z.literal('INTERACTION_CREATE'),
  d: z.object({
    id: z.string(),
    data: z.object({
      resolved: z.object({
        channels: z.record(
          z.string(),
          z.object({
            app_permissions: z
              .string()
              .regex(/^\d{1,20}$/)
              .optional(),
          }),
        ),
      }),
    }),
  }),
});

/** How many interactions that name a channel are remembered. They're only needed while they're handled. */
const mostRemembered = 500;

/** By client, by interaction, by channel. */
const noted = new WeakMap<Client, BoundedMap<string, ReadonlyMap<string, bigint>>>();

/**
 * Notes what the bot may do in the channels that an interaction names, as Discord computed it (`app_permissions` of
 * resolved channels, since July 2026), because discord.js drops that.
 */
export function noteResolvedPermissions(client: Client): void {
  const byInteraction = new BoundedMap<string, ReadonlyMap<string, bigint>>(mostRemembered);
  noted.set(client, byInteraction);
  const note = ({ id, data }: z.infer<typeof interactionSchema>['d']) => {
    const held = Object.entries(data.resolved.channels).flatMap(([channelId, { app_permissions: bits }]) =>
      bits === undefined ? [] : [[channelId, BigInt(bits)] as const],
    );
    byInteraction.set(id, new Map(held));
  };
  // Every gateway event comes through here.
  client.on(Events.Raw, (packet: unknown) => namesChannels(packet) && note(packet.d));
}

function namesChannels(packet: unknown): packet is z.infer<typeof interactionSchema> {
  return (
    typeof packet === 'object' &&
    packet !== null &&
    't' in packet &&
    packet.t === 'INTERACTION_CREATE' &&
    interactionSchema.safeParse(packet).success
  );
}

/**
 * Names the permissions that the bot lacks in the interaction's channel or a chosen one: as Discord computed it for this
 * interaction, or else from the guild's roles and overwrites. In a thread, it needs `SendMessagesInThreads` instead of `SendMessages`.
 * @throws {Refusal} `bot-lacks-permissions`
 */
export function needBotIn(
  interaction: BaseInteraction<'cached'>,
  channelId: string | null,
  permissions: readonly PermissionsString[],
): void {
  const isHere = channelId === interaction.channelId;
  const channel = isHere ? interaction.channel : interaction.guild.channels.cache.get(channelId ?? '');
  const needed = permissions.map((permission) =>
    permission === 'SendMessages' && channel?.isThread() ? 'SendMessagesInThreads' : permission,
  );
  const held = isHere ? interaction.appPermissions : heldIn(interaction, channelId ?? '');
  const missing = held?.missing(needed) ?? needed;
  if (missing.length > 0)
    throw new Refusal({ code: 'bot-lacks-permissions', permissions: missing, channelId: channelId ?? '' });
}

function heldIn(
  interaction: BaseInteraction<'cached'>,
  channelId: string,
): Readonly<PermissionsBitField> | undefined {
  const resolved = noted.get(interaction.client)?.get(interaction.id)?.get(channelId);
  if (resolved !== undefined) return new PermissionsBitField(resolved);
  const { me } = interaction.guild.members;
  const channel = interaction.guild.channels.cache.get(channelId);
  return (me && channel?.permissionsFor(me)) ?? undefined;
}
