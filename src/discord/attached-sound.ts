import { type Attachment, type Message, MessageFlags } from 'discord.js';

/** A sound or film that's attached to a message, as Discord describes it. */
export interface AttachedSound {
  readonly messageId: string;
  readonly channelId: string;
  readonly authorId: string;
  /** Discord's own address. */
  readonly url: string;
  readonly bytes: number;
  /** Only a voice message says how long it is. */
  readonly seconds: number | undefined;
}

/**
 * The first sound or film attached to a message. What it forwards isn't in there: it doesn't say whose voice that is, who may not
 * want to be heard.
 */
export function soundIn(
  message: Pick<Message, 'id' | 'channelId' | 'author' | 'attachments'>,
): AttachedSound | undefined {
  const attached = [...message.attachments.values()].find(isSound);
  return (
    attached && {
      messageId: message.id,
      channelId: message.channelId,
      authorId: message.author.id,
      url: attached.url,
      bytes: attached.size,
      seconds: attached.duration ?? undefined,
    }
  );
}

/** Its sound, if it's a voice message, which has nothing else in it. */
export function voiceIn(message: Message): AttachedSound | undefined {
  return message.flags.has(MessageFlags.IsVoiceMessage) ? soundIn(message) : undefined;
}

/** By its name, too: Discord doesn't know every kind of file. */
const endings = /\.(aac|amr|avi|flac|m4a|mka|mkv|mov|mp3|mp4|oga|ogg|opus|wav|webm|wma)$/i;

export function isSound({ contentType, name }: Pick<Attachment, 'contentType' | 'name'>): boolean {
  return /^(audio|video)\//.test(contentType ?? '') || (contentType === null && endings.test(name));
}
