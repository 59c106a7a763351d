import type { ChatInputCommandInteraction } from 'discord.js';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { sendVoice } from '../../src/discord/voice-message.ts';
import { loudnessOf } from '../../src/speech/loudness.ts';
import { answerWith } from './answer.ts';
import type { CallFrame } from './surface.ts';

/**
 * Writes the text into the answer, with the audio as a voice message below. False if Discord or the audio got in the
 * way, so there's only the text.
 */
export async function answerWithVoice(
  interaction: ChatInputCommandInteraction<'cached'>,
  body: MessageBody,
  ogg: Uint8Array,
  { log, reference }: Pick<CallFrame, 'log' | 'reference'>,
): Promise<boolean> {
  const { channelId, client } = interaction;
  try {
    const loudness = await loudnessOf(ogg);
    const messageId = await answerWith(interaction, body);
    await sendVoice(client.rest, { channelId, messageId }, { ogg, ...loudness }, reference);
    return true;
  } catch (error) {
    log.warn({ err: error, reference, channelId }, "couldn't send a voice message; a file instead");
    return false;
  }
}
