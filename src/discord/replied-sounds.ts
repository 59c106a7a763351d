import { type Client, Events, MessageFlags } from 'discord.js';
import { z } from 'zod';
import { BoundedMap } from '../operations/bounded-map.ts';
import { type AttachedSound, isSound } from './attached-sound.ts';

/** What a reply is about. `hidden`: a voice message that Discord doesn't show the bot without the Message Content intent. */
export type RepliedSound =
  | { readonly is: 'sound'; readonly sound: AttachedSound }
  | { readonly is: 'hidden'; readonly authorId: string };

const replySchema = z.object({
  t: z.literal('MESSAGE_CREATE'),
  d: z.object({
    id: z.string(),
    mentions: z.array(z.object({ id: z.string() })),
    referenced_message: z.object({
      id: z.string(),
      channel_id: z.string(),
      flags: z.number().default(0),
      author: z.object({ id: z.string() }),
      attachments: z.array(
        z.object({
          filename: z.string(),
          content_type: z.string().nullish(),
          url: z.string(),
          size: z.number(),
          duration_secs: z.number().nullish(),
        }),
      ),
    }),
  }),
});

/** How many replies to the bot are remembered. They're only needed while they're handled. */
const mostRemembered = 500;

/** By client, by the id of the reply. */
const noted = new WeakMap<Client, BoundedMap<string, RepliedSound>>();

/** Notes which sound a message that pings the bot replies to: discord.js keeps no messages, so it drops that. */
export function noteRepliedSounds(client: Client): void {
  if (noted.has(client)) return;
  const byReply = new BoundedMap<string, RepliedSound>(mostRemembered);
  noted.set(client, byReply);
  const onReply = (packet: unknown) => {
    const { success, data } = replySchema.safeParse(packet);
    if (!success || !data.d.mentions.some(({ id }) => id === client.user?.id)) return;
    const replied = soundOf(data.d.referenced_message);
    if (replied) byReply.set(data.d.id, replied);
  };
  // Everything that Discord sends comes through here.
  client.on(Events.Raw, (packet: unknown) => isReply(packet) && onReply(packet));
}

function isReply(packet: unknown): boolean {
  return (
    isObject(packet) &&
    packet.t === 'MESSAGE_CREATE' &&
    isObject(packet.d) &&
    isObject(packet.d.referenced_message)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Undefined if it replies to nothing that can be heard. */
export function repliedSound(client: Client, replyId: string): RepliedSound | undefined {
  return noted.get(client)?.get(replyId);
}

function soundOf({
  id,
  channel_id,
  flags,
  author,
  attachments,
}: z.infer<typeof replySchema>['d']['referenced_message']): RepliedSound | undefined {
  const file = attachments.find(({ content_type, filename }) =>
    isSound({ contentType: content_type ?? null, name: filename }),
  );
  if (!file)
    return (flags & MessageFlags.IsVoiceMessage) === 0 ? undefined : { is: 'hidden', authorId: author.id };
  const { url, size: bytes, duration_secs } = file;
  const whose = { messageId: id, channelId: channel_id, authorId: author.id };
  return { is: 'sound', sound: { ...whose, url, bytes, seconds: duration_secs ?? undefined } };
}
