import { speechCommandWords } from './commands.en.ts';
import { readingPhrases } from './reading.en.ts';
import type { SpeechWords } from './speech-words.ts';

export const speechWords: SpeechWords = {
  commands: speechCommandWords,
  reading: readingPhrases,
  panel: {
    speaking: (mention) => `🔊 Reading ${mention}'s text`,
    restarted: (mention) => `♻️ I restarted before finishing ${mention}'s text. Run the command again.`,
    waiting: (mention, ahead) =>
      ahead === 0 ? `🕓 ${mention} is next up` : `🕓 ${mention} is next up after ${ahead} more`,
    ended: {
      finished: (mention) => `✅ Read for ${mention}`,
      skipped: (mention) => `⏭️ Skipped (${mention})`,
      stopped: (mention) => `⏹️ Stopped (${mention})`,
      left: (mention) => `🚪 I left the voice channel before finishing (${mention})`,
      failed: (mention) => `❌ Cut off before the end (${mention})`,
    },
    obstacles: {
      muted: "🔇 I'm server-muted. I'll continue when a moderator unmutes me.",
      suppressed: "✋ I'm in this stage's audience. I'll continue when a stage moderator lets me speak.",
      lost: "📡 Reconnecting to voice… I'll pick up where I left off.",
    },
    in: (channelId) => `<#${channelId}>`,
    voice: (voice, model) => `voice ${voice} · ${model}`,
    characters: (count) => (count === 1 ? '1 character' : `${count} characters`),
    reference: (reference) => `Reference ${reference}`,
    youAreDeafened: "🙉 You're deafened, so you won't hear it.",
    noCaptions: "This voice doesn't support live captions.",
  },
  buttons: { skip: 'Skip', stop: 'Stop', preview: 'Preview' },
  answers: {
    skipped: '⏭️ Skipped.',
    stopped: "⏹️ Stopped. I've cleared the queue and I'm leaving the voice channel.",
    previewFile: "🔊 Here's how it sounds:",
    readAloudOn: (channelId) => `🔊 I'm reading <#${channelId}> aloud from now on.`,
    readAloudOff: (channelId) => `🔇 I've stopped reading <#${channelId}> aloud.`,
    wordAdded: (word, as) => `📖 I'll say **${word}** as **${as}**.`,
    wordRemoved: (word) => `📖 I'll say **${word}** as it's written again.`,
  },
  sample: 'Hello! This is how I sound. I can read what you write, one sentence after another.',
  file: {
    title: (mention) => `🔊 Spoken for ${mention}`,
    altText: (voice, text) => `Speech made by AI, voice ${voice}: ${text}`,
    fileName: 'speech',
  },
  queue: {
    title: (channelId) => `**Queue in <#${channelId}>**`,
    empty: 'The queue is empty. Try `/speak say`.',
    more: (count) => `… and ${count} more`,
    seconds: (seconds) => `about ${seconds} s`,
    whole: (seconds) => `About ${seconds} s total`,
    now: 'now',
  },
  voice: {
    mine: '**Your voice settings**',
    guild: "**This server's default voice**",
    from: { person: 'yours', guild: 'server default', operator: 'bot default' },
    labels: {
      model: 'Model',
      voice: 'Voice',
      rate: 'Rate',
      pitch: 'Pitch',
      volume: 'Volume',
      language: 'Language',
      instruction: 'Instruction',
    },
    usual: 'voice default',
    none: 'No voice yet. Pick one with the `voice` option.',
  },
  channel: {
    title: (channelId) => `**Reading <#${channelId}> aloud**`,
    off: 'Off. Turn it on with the `read` option.',
    into: (channelId) => (channelId === undefined ? "In the author's voice channel" : `In <#${channelId}>`),
    naming: {
      changed: 'Says the name when the author changes',
      always: 'Says the name every time',
      never: 'Never says the name',
    },
    role: (roleId) => `Only people with <@&${roleId}>`,
    inVoiceOnly: 'Only people in that voice channel',
    automatic: 'Bots and webhooks too',
    withoutEmoji: 'Skips emoji',
    maxSeconds: (seconds) => `Up to about ${seconds} s per message`,
    exceptPrefix: (prefix) => `Skips messages that start with ${prefix}`,
    captions: 'With captions',
    leaves:
      "I join when someone writes and people are listening. I leave when I'm alone or it's been quiet for a while.",
    begun: (mention, exceptPrefix) =>
      `🔊 ${mention} turned on reading aloud. From now on, messages here are sent to an AI voice service and played in the voice channel.${exceptPrefix === undefined ? '' : ` Start a message with ${exceptPrefix} to leave it out.`}`,
    ended: (mention) => `🔇 ${mention} turned off reading aloud for this channel.`,
  },
  dictionary: {
    title: (count, most) => `**This server's pronunciations** (${count} of ${most})`,
    empty: 'No words yet. A moderator can add one with `/speak pronounce word:… as:…`.',
    entry: (word, as, pinyin) => `${word} → ${as}${pinyin ? ` · pinyin ${pinyin}` : ''}`,
    more: (count) => `… and ${count} more, in the file`,
  },
  notHeard: (reason) => `I can't read this channel aloud right now. ${reason}`,
  failed: (reason) => `I couldn't finish reading your text. ${reason}`,
  channelStatus: '🔊 Reading aloud · /speak stop',
};
