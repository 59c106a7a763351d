import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VoiceRefusal } from '../../refusal/voice.ts';

export const voiceRefusals: RefusalSentences<VoiceRefusal> = {
  'voice-not-in-channel': () => 'You are in no voice channel. Join one, then use the command again.',
  'voice-elsewhere': (facts) =>
    `I am already talking in <#${facts.channelId}>; I can be in one voice channel of a server only. Join me there, or have me stopped with \`/speak stop\`.`,
  'voice-full': (facts) =>
    `<#${facts.channelId}> is full. Make room for one more, or choose another channel.`,
  'voice-nobody-there': (facts) => `Nobody is in <#${facts.channelId}>. Join it first.`,
  'voice-muted': (facts) =>
    `I am muted by the server in <#${facts.channelId}>. A moderator can unmute me there.`,
  'voice-audience': (facts) =>
    `I am in the audience of <#${facts.channelId}> and raised my hand. A stage moderator can let me speak.`,
  'voice-unreachable': (facts) =>
    `I could not connect to <#${facts.channelId}>. Try again in a minute; changing the channel’s region can help.`,
};
