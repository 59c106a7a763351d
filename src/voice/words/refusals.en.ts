import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VoiceRefusal } from '../../refusal/voice.ts';

export const voiceRefusals: RefusalSentences<VoiceRefusal> = {
  'voice-not-in-channel': () => 'Join a voice channel first, then run the command again.',
  'voice-person-muted': () =>
    "You're server-muted, so I won't speak for you either. Ask a moderator to unmute you.",
  'voice-elsewhere': ({ channelId }) =>
    channelId === undefined
      ? "I'm busy in another voice channel, and I can only be in one per server. Try again later."
      : `I'm already in <#${channelId}>, and I can only be in one voice channel per server. Join me there, or ask someone there to stop me.`,
  'voice-full': (facts) => `<#${facts.channelId}> is full. Make room for me or pick another channel.`,
  'voice-nobody-there': (facts) => `Nobody is in <#${facts.channelId}>. Join it first.`,
  'voice-muted': (facts) => `I'm server-muted in <#${facts.channelId}>. Ask a moderator to unmute me.`,
  'voice-audience': (facts) =>
    `I'm in the audience of <#${facts.channelId}> with my hand raised. Ask a stage moderator to let me speak.`,
  'voice-unreachable': (facts) =>
    `I couldn't connect to <#${facts.channelId}>. Try again in a minute, or change the channel's region.`,
};
