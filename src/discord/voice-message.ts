import { type BaseInteraction, MessageFlags, PermissionsBitField, type REST, Routes } from 'discord.js';
import { identifiedSchema } from './rest-messenger.ts';

/** Sound that Discord shows as a voice message: one Ogg Opus file, how long it is, and one byte a point of how loud. */
export interface VoiceMessage {
  readonly ogg: Uint8Array;
  readonly seconds: number;
  readonly waveform: Uint8Array;
}

/** May the bot send a voice message where that interaction is? It goes out as a message of its own, so it takes both. */
export function maySendVoice({ appPermissions, channel }: BaseInteraction<'cached'>): boolean {
  const send = channel?.isThread() ? 'SendMessagesInThreads' : 'SendMessages';
  return new PermissionsBitField(appPermissions).has([
    'ViewChannel',
    send,
    'AttachFiles',
    'SendVoiceMessages',
  ]);
}

/**
 * Sends it as a reply to a message. Nothing else fits into a voice message, and it can't be edited: no words, no components.
 * @param nonce a repetition within minutes sends nothing more
 * @throws when what came back is no message: then none is known to be there
 */
export async function sendVoice(
  rest: Pick<REST, 'post'>,
  to: { readonly channelId: string; readonly messageId: string },
  { ogg, seconds, waveform }: VoiceMessage,
  nonce: string,
): Promise<void> {
  const sent = await rest.post(Routes.channelMessages(to.channelId), {
    body: {
      flags: MessageFlags.IsVoiceMessage,
      nonce,
      enforce_nonce: true,
      message_reference: { message_id: to.messageId, fail_if_not_exists: false },
      allowed_mentions: { parse: [], replied_user: false },
      attachments: [
        {
          id: 0,
          filename: fileName,
          duration_secs: seconds,
          waveform: Buffer.from(waveform).toString('base64'),
        },
      ],
    },
    files: [{ name: fileName, data: Buffer.from(ogg), contentType: 'audio/ogg' }],
  });
  identifiedSchema.parse(sent);
}

const fileName = 'voice-message.ogg';
