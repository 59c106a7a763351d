import { type MessageBody, MessageError, type Messenger } from '../discord/messenger.ts';
import { Refusal } from '../refusal/refusal.ts';

export interface ModeratorsChannel {
  readonly messenger: Pick<Messenger, 'post'>;
  /** Where a server's moderators read what people report; undefined until they chose a channel. */
  readonly channelOf: (guildId: string) => Promise<string | undefined>;
}

/** Posts there once for each nonce. @throws {Refusal} `reports-nowhere` if there's no such channel, or it takes nothing */
export async function postToModerators(
  { messenger, channelOf }: ModeratorsChannel,
  guildId: string,
  body: MessageBody,
  nonce: string,
): Promise<void> {
  const channelId = await channelOf(guildId);
  if (channelId === undefined) throw new Refusal({ code: 'reports-nowhere' });
  try {
    await messenger.post(channelId, body, nonce);
  } catch (error) {
    if (error instanceof MessageError && error.reason === 'closed')
      throw new Refusal({ code: 'reports-nowhere' });
    throw error;
  }
}
