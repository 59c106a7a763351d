import { type REST, Routes } from 'discord.js';
import { z } from 'zod';

/** A server that the bot is in. */
export interface JoinedGuild {
  readonly id: string;
  readonly name: string;
}

/** Discord's maximum per page. */
const pageSize = 200;
const pageSchema = z.array(z.object({ id: z.string(), name: z.string() }));

/**
 * The servers that the bot is in and that aren't on the list.
 * @throws if Discord's REST API refuses
 */
export async function guildsToLeave(
  rest: REST,
  allowedIds: readonly string[],
): Promise<readonly JoinedGuild[]> {
  const joined: JoinedGuild[] = [];
  for (let after = '0', more = true; more; ) {
    const query = new URLSearchParams({ limit: String(pageSize), after });
    const page = pageSchema.parse(await rest.get(Routes.userGuilds(), { query }));
    const fresh = page.filter(({ id }) => !joined.some((known) => known.id === id));
    joined.push(...fresh);
    after = page.at(-1)?.id ?? after;
    more = page.length === pageSize && fresh.length > 0;
  }
  return joined.filter(({ id }) => !allowedIds.includes(id));
}

/** Which servers to leave: all that aren't on the list, or some of them by id. */
export type LeaveOrder =
  | { readonly is: 'look' }
  | { readonly is: 'leave'; readonly guilds: readonly JoinedGuild[] }
  | { readonly is: 'refused'; readonly ids: readonly string[] };

/** If any id isn't among those to leave, it's refused and the bot leaves nothing. */
export function leaveOrder(args: readonly string[], guilds: readonly JoinedGuild[]): LeaveOrder {
  if (args.length === 0) return { is: 'look' };
  if (args.length === 1 && args[0] === '--yes') return { is: 'leave', guilds };
  const others = args.filter((arg) => !guilds.some(({ id }) => id === arg));
  if (others.length > 0) return { is: 'refused', ids: others };
  return { is: 'leave', guilds: guilds.filter(({ id }) => args.includes(id)) };
}
