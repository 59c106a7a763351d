import type { Sentences, Translated } from '../../language/languages.ts';
import type { RoomEnd, VoiceNotice } from '../room/types.ts';

/** What a sentence about a voice channel can name. */
interface VoiceFacts {
  readonly channelId: string;
  /** The names of missing permissions, as one phrase; empty if none is missing. */
  readonly permissions: string;
}

const ends: Sentences<RoomEnd, [facts: VoiceFacts]> = {
  asked: ({ channelId }) => `I left <#${channelId}>, as requested.`,
  alone: ({ channelId }) => `I left <#${channelId}> because everyone else had gone.`,
  idle: ({ channelId }) => `I left <#${channelId}> because I had nothing to do for a while.`,
  disconnected: ({ channelId }) =>
    `A moderator disconnected me from <#${channelId}>. I won't rejoin on my own. Run the command again when it's OK.`,
  'not-permitted': ({ channelId, permissions }) =>
    `I left <#${channelId}> because I no longer have ${permissions} there. Ask a moderator to fix that.`,
  'channel-gone': () => 'I stopped because the voice channel was deleted.',
  'guild-gone': () => 'I stopped because I was removed from the server.',
  lost: ({ channelId }) =>
    `I lost the connection to <#${channelId}> and couldn't get it back. Try again in a minute, or change the channel's region.`,
  outdated: ({ channelId }) =>
    `I had to leave <#${channelId}>: Discord now needs newer voice encryption. Ask the bot's owner to update me.`,
  refused: ({ channelId }) =>
    `I had to leave <#${channelId}>: Discord won't take more voice connections from me right now. Try again in a few minutes.`,
  'shutting-down': ({ channelId }) =>
    `I'm shutting down, so I'm leaving <#${channelId}>. Run the command again when I'm back.`,
};

const notices: Sentences<VoiceNotice, [facts: VoiceFacts]> = {
  muted: ({ channelId }) =>
    `🔇 I'm server-muted in <#${channelId}>. I'll continue when a moderator unmutes me.`,
  'speak-missing': ({ channelId, permissions }) =>
    `🔇 Nobody can hear me in <#${channelId}>: I don't have ${permissions} there. I'll continue when a moderator fixes that.`,
  suppressed: ({ channelId }) =>
    `🔇 I'm in the audience of <#${channelId}>. I'll continue when a stage moderator lets me speak.`,
  deafened: ({ channelId }) =>
    `I'm server-deafened in <#${channelId}>, so I can't hear anyone. A moderator can undeafen me.`,
  unintelligible: ({ channelId }) =>
    `I can't decrypt someone's voice in <#${channelId}>. Leaving the channel and rejoining usually helps.`,
  lost: ({ channelId }) => `📡 Reconnecting to <#${channelId}>… I can't hear or say anything until then.`,
  'lost-midway': ({ channelId }) => `📡 Reconnecting to <#${channelId}>… I'll pick up where I left off.`,
  'heard-again': ({ channelId }) => `You can hear me in <#${channelId}> again.`,
  'goes-on': ({ channelId }) => `You can hear me in <#${channelId}> again. Picking up where I left off.`,
  'missed-words': ({ channelId }) =>
    `You can hear me in <#${channelId}> again. I missed what you said before that. Say it again?`,
  'hears-again': ({ channelId }) => `I can hear in <#${channelId}> again.`,
  'status-stuck': ({ channelId, permissions }) =>
    `⚠️ The status of <#${channelId}> still says I'm there, and I'm not. A moderator can clear it, or give me ${permissions} there.`,
};

export const voiceWords = {
  ends,
  notices,
};

export type VoiceWords = Translated<typeof voiceWords>;
