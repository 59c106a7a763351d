import type { Messenger } from '../../src/discord/messenger.ts';

/** A Discord that takes everything at once, for what is measured without it. */
export const silentMessenger: Messenger = {
  post: async () => ({ messageId: 'message' }),
  findOwn: async () => undefined,
  attachmentUrl: async () => undefined,
  renewUrls: async () => [],
  editPanel: async () => ({ messageId: 'panel' }),
  removePanel: async () => {},
  whisper: async () => {},
  direct: async () => {},
  remove: async () => {},
  textIn: async () => '',
  customIdsIn: async () => [],
  typing: async () => {},
  createThread: async () => ({ channelId: 'thread' }),
};
