import type { VoiceWords } from './voice-words.ts';

export const voiceWords: VoiceWords = {
  ends: {
    asked: ({ channelId }) => `I left <#${channelId}>, as I was asked to.`,
    alone: ({ channelId }) => `I left <#${channelId}>, because nobody was there any more.`,
    idle: ({ channelId }) => `I left <#${channelId}>, because I had nothing to do for a while.`,
    disconnected: ({ channelId }) =>
      `A moderator disconnected me from <#${channelId}>. I will not come back by myself; use the command again when I may.`,
    'not-permitted': ({ channelId, permissions }) =>
      `I left <#${channelId}>, because I no longer have ${permissions} there. A moderator can give it back.`,
    'channel-gone': () => 'I stopped, because the voice channel was deleted.',
    'guild-gone': () => 'I stopped, because I was removed from the server.',
    lost: ({ channelId }) =>
      `I lost the connection to <#${channelId}> and could not get it back. Try again in a minute; changing the channel’s region can help.`,
    outdated: ({ channelId }) =>
      `I had to leave <#${channelId}>: Discord asks for a newer way of encrypting voice. Whoever runs me has to update me.`,
    refused: ({ channelId }) =>
      `I had to leave <#${channelId}>: Discord takes no more voice connections from me for now. Try again in a few minutes.`,
    'shutting-down': ({ channelId }) =>
      `I am being shut down and leave <#${channelId}>. Use the command again when I am back.`,
  },
  notices: {
    muted: ({ channelId }) =>
      `I was muted in <#${channelId}> and pause. I go on when a moderator unmutes me there.`,
    'speak-missing': ({ channelId, permissions }) =>
      `I cannot be heard in <#${channelId}>: I lack ${permissions} there. I go on when a moderator gives it to me.`,
    suppressed: ({ channelId }) =>
      `I am in the audience of <#${channelId}> and pause. I go on when a stage moderator lets me speak.`,
    deafened: ({ channelId }) =>
      `I was deafened in <#${channelId}> and hear nobody. A moderator can undo that.`,
    unintelligible: ({ channelId }) =>
      `I cannot decrypt what is said in <#${channelId}>. Leaving the channel and joining it again can help.`,
    lost: ({ channelId }) => `I lost the connection to <#${channelId}> and am trying to get it back.`,
    'heard-again': ({ channelId }) => `I can be heard in <#${channelId}> again and go on.`,
    'hears-again': ({ channelId }) => `I can hear in <#${channelId}> again.`,
  },
};
