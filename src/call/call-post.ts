import type { MessageBody, Messenger } from '../discord/messenger.ts';
import type { CallBasics } from './types.ts';

/**
 * Posts something about a call where its panel belongs, or, if that takes nothing from the bot, where it was asked for.
 * @throws {MessageError} if neither takes it
 */
export async function postOfCall(
  messenger: Pick<Messenger, 'post'>,
  { panelChannelId, textChannelId }: Pick<CallBasics, 'panelChannelId' | 'textChannelId'>,
  body: MessageBody,
  nonce: string,
): Promise<{ readonly channelId: string; readonly messageId: string }> {
  const postIn = async (channelId: string) => ({
    channelId,
    ...(await messenger.post(channelId, body, nonce)),
  });
  if (panelChannelId === textChannelId) return await postIn(panelChannelId);
  return await postIn(panelChannelId).catch(async () => await postIn(textChannelId));
}
