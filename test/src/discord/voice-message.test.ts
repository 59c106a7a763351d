import { describe, expect, it } from 'vitest';
import { sendVoice } from '../../../src/discord/voice-message.ts';

const to = { channelId: '1', messageId: '2' };
const sound = { ogg: new Uint8Array(4), seconds: 1, waveform: new Uint8Array(1) };
const send = (answer: unknown) => sendVoice({ post: async () => answer }, to, sound, 'nonce');

describe('a voice message', () => {
  it('is sent when Discord answers with the message', async () => {
    await expect(send({ id: '3', attachments: [] })).resolves.toEqual({ messageId: '3' });
  });

  it.each([undefined, '', {}, { id: 3 }])("isn't sent when %j comes back instead", async (answer) => {
    await expect(send(answer)).rejects.toThrow();
  });
});
