import { MessageFlags, type MessageReferenceType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { invalidForm, refuse } from '../errors.ts';
import type { Actor } from '../identity.ts';
import { has, needIn, permissionsIn } from '../permissions.ts';
import type { Channel, Message } from '../world/model.ts';
import { post } from './post.ts';

interface ForwardReference {
  readonly type?: MessageReferenceType | null;
  readonly message_id: string;
  readonly channel_id?: string | null;
}

/** Posts a message that shows another one as it is now, with copies of its files. */
export function forward(core: Core, actor: Actor, to: Channel, reference: ForwardReference): Message {
  const { world, files } = core;
  if (!reference.channel_id)
    throw invalidForm(['message_reference', 'channel_id'], 'BASE_TYPE_REQUIRED', 'This field is required');
  const from = world.channel(reference.channel_id);
  needIn(world, actor.userId, from, PermissionFlagsBits.ViewChannel);
  if (!has(permissionsIn(world, actor.userId, from), PermissionFlagsBits.ReadMessageHistory))
    throw refuse.referenceWithoutHistory();
  const source = world.findMessage(from.id, reference.message_id);
  if (!source || source.audience !== undefined) throw refuse.unknownMessage();
  const copies = source.files.map((file) =>
    files.add(to.id, file, {
      ...file,
      title: file.title ?? undefined,
      description: file.description ?? undefined,
    }),
  );
  return post(
    core,
    to.id,
    actor.userId,
    {
      content: '',
      embeds: [],
      components: [],
      files: [],
      flags: MessageFlags.HasSnapshot,
      tts: false,
      mentions: { users: [], roles: [], everyone: false },
    },
    { reference: { messageId: source.id, channelId: from.id, snapshot: { ...source, files: copies } } },
  );
}
