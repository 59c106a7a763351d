import { PermissionFlagsBits as Bits, GatewayIntentBits } from 'discord-api-types/v10';
import { array, maxLength, minLength, nullish, object, optional, regex, string } from 'zod/mini';
import { invalidForm, refuse } from '../errors.ts';
import { type Call, created, noContent, ok, type Routes } from '../http/routes.ts';
import { basePermissions, has } from '../permissions.ts';
import type { Emoji, Guild } from '../world/model.ts';
import { places } from '../world/places.ts';
import { emojiWire, userWire } from '../world/wire.ts';

interface EmojiBody {
  readonly name: string;
  readonly image: string;
  readonly roles?: readonly string[] | null;
}

const largestImageBytes = 256 * 1024;
const name = string().check(minLength(2), maxLength(32), regex(/^\w+$/));
const image = string().check(regex(/^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/));
/** "Create Guild Emoji" and its application twin; the specification inlines them. */
const createSchema = object({ name, image, roles: nullish(array(string())) });
const editSchema = object({ name: optional(name), roles: nullish(array(string())) });

/** Custom emojis: of guilds, and those that the application brings along. */
export function emojiRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  const create = (call: Call<EmojiBody>): Emoji => {
    const bytes = Buffer.from(call.body.image.split(',', 2)[1] ?? '', 'base64').length;
    if (bytes > largestImageBytes)
      throw invalidForm(['image'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 256.0 kb.');
    return {
      id: world.newId(),
      creatorId: call.actor.userId,
      animated: call.body.image.startsWith('data:image/gif'),
      name: call.body.name,
      roles: call.body.roles ?? [],
    };
  };
  const inside = (emojis: ReadonlyMap<string, Emoji>, call: Call): Emoji => {
    const emoji = emojis.get(call.param('emojiId'));
    if (!emoji) throw refuse.unknownEmoji();
    return emoji;
  };
  const edit = (emoji: Emoji, { body }: Call<Partial<EmojiBody>>): void => {
    emoji.name = body.name ?? emoji.name;
    emoji.roles = body.roles ?? emoji.roles;
  };
  const full = (emoji: Emoji) => ({ ...emojiWire(emoji), user: userWire(world.user(emoji.creatorId)) });

  const guildOf = (call: Call, ...anyOf: readonly bigint[]): Guild => {
    const guild = world.guild(call.param('guildId'));
    if (!guild.members.has(call.actor.userId)) throw refuse.missingAccess();
    const mask = basePermissions(guild, call.actor.userId);
    if (anyOf.length > 0 && !anyOf.some((bits) => has(mask, bits))) throw refuse.missingPermissions();
    return guild;
  };
  const changed = (guild: Guild): void =>
    core.hub.publish({
      name: 'GUILD_EMOJIS_UPDATE',
      intents: GatewayIntentBits.GuildExpressions,
      seenBy: (userId) => guild.members.has(userId),
      data: () => ({ guild_id: guild.id, emojis: [...guild.emojis.values()].map(emojiWire) }),
    });

  const ofGuild = '/guilds/:guildId/emojis';
  routes.get(ofGuild, (call) => ok([...guildOf(call).emojis.values()].map(full)));
  routes.get(`${ofGuild}/:emojiId`, (call) => ok(full(inside(guildOf(call).emojis, call))));
  routes.post<EmojiBody>(ofGuild, { schema: createSchema }, (call) => {
    const guild = guildOf(call, Bits.CreateGuildExpressions, Bits.ManageGuildExpressions);
    const emoji = create(call);
    guild.emojis.set(emoji.id, emoji);
    changed(guild);
    return created(full(emoji));
  });
  routes.patch<Partial<EmojiBody>>(`${ofGuild}/:emojiId`, { schema: editSchema }, (call) => {
    const guild = guildOf(call, Bits.ManageGuildExpressions);
    const emoji = inside(guild.emojis, call);
    edit(emoji, call);
    changed(guild);
    return ok(full(emoji));
  });
  routes.delete(`${ofGuild}/:emojiId`, (call) => {
    const guild = guildOf(call, Bits.ManageGuildExpressions);
    guild.emojis.delete(inside(guild.emojis, call).id);
    changed(guild);
    return noContent;
  });

  const ofApplication = `/applications/${places.applicationId}/emojis`;
  const { applicationEmojis } = world;
  const bot = { auth: 'bot' } as const;
  routes.get(ofApplication, () => ok({ items: [...applicationEmojis.values()].map(full) }), bot);
  routes.get(`${ofApplication}/:emojiId`, (call) => ok(full(inside(applicationEmojis, call))), bot);
  routes.post<EmojiBody>(ofApplication, { ...bot, schema: createSchema }, (call) => {
    const emoji = create(call);
    applicationEmojis.set(emoji.id, emoji);
    return created(full(emoji));
  });
  routes.patch<Partial<EmojiBody>>(`${ofApplication}/:emojiId`, { ...bot, schema: editSchema }, (call) => {
    const emoji = inside(applicationEmojis, call);
    edit(emoji, call);
    return ok(full(emoji));
  });
  routes.delete(
    `${ofApplication}/:emojiId`,
    (call) => {
      applicationEmojis.delete(inside(applicationEmojis, call).id);
      return noContent;
    },
    bot,
  );
}
