import type { ChatInputCommandInteraction } from 'discord.js';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { sendVoice } from '../../src/discord/voice-message.ts';
import { loudnessOf } from '../../src/speech/loudness.ts';
import { answerWith } from './answer.ts';
import type { CallFrame } from './surface.ts';

/**
 * Puts the words into the answer, and what is heard under it as a voice message. False when Discord or the sound didn't
 * allow that: then only the words are there.
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
