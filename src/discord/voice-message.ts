import { type BaseInteraction, MessageFlags, PermissionsBitField, type REST, Routes } from 'discord.js';
import { identifiedSchema } from './rest-messenger.ts';

/**
 * Audio that Discord shows as a voice message: one Ogg Opus file, its length, and its loudness with one byte per point.
 */
export interface VoiceMessage {
  readonly ogg: Uint8Array;
  readonly seconds: number;
  readonly waveform: Uint8Array;
}

/** Whether the bot may send a voice message there. It's a message of its own, so it needs both permissions. */
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
 * Sends it as a reply to a message. Resolves to its id. A voice message can't have text or components, and can't be edited.
 * @param nonce repeating it within minutes sends nothing more
 * @throws if the answer isn't a message, so we don't know whether one was sent
 */
export async function sendVoice(
  rest: Pick<REST, 'post'>,
  to: { readonly channelId: string; readonly messageId: string },
  { ogg, seconds, waveform }: VoiceMessage,
  nonce: string,
): Promise<{ readonly messageId: string }> {
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
  return { messageId: identifiedSchema.parse(sent).id };
}

const fileName = 'voice-message.ogg';
