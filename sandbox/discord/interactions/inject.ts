import { InteractionType } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { type JsonObject, textIn } from '../json.ts';
import { dispatchInteraction } from './dispatch.ts';
import type { StoredInteraction } from './store.ts';

/** An interaction made by hand. `data` goes to the bot unchanged; `id` and `type` of a command are added by its name. */
export interface RawInteraction {
  /** Default: a command. */
  readonly type?: InteractionType;
  readonly userId: string;
  readonly channelId: string;
  readonly data: JsonObject;
  /** The message with the used component. */
  readonly messageId?: string;
  readonly locale?: string;
  readonly nonce?: string;
}

/** Sends a hand-made interaction to the bot, past every check of Discord's client. */
export function inject(core: Core, raw: RawInteraction): StoredInteraction {
  const name = textIn(raw.data.name);
  const command = core.commands.all().find((candidate) => candidate.name === name);
  return dispatchInteraction(core, {
    type: raw.type ?? InteractionType.ApplicationCommand,
    userId: raw.userId,
    channel: core.world.channel(raw.channelId),
    data: { ...(command ? { id: command.id, type: command.type } : {}), ...raw.data },
    locale: raw.locale ?? 'en-US',
    nonce: raw.nonce,
    sourceMessage:
      raw.messageId === undefined ? undefined : core.world.findMessage(raw.channelId, raw.messageId),
  });
}
