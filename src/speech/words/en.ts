import { speechCommandWords } from './commands.en.ts';
import { readingPhrases } from './reading.en.ts';
import type { SpeechWords } from './speech-words.ts';

const textOf = (whose: string | undefined) => (whose ? `${whose}'s text` : 'a text from another channel');
const listed = (mentions: readonly string[]) => (mentions.length > 0 ? ` (${mentions.join(', ')})` : '');
const texts = (count: number, mentions: readonly string[]) =>
  count === 1 && mentions[0]
    ? `${mentions[0]}'s text`
    : `${count === 1 ? '1 text' : `${count} texts`}${listed(mentions)}`;

export const speechWords: SpeechWords = {
  commands: speechCommandWords,
  reading: readingPhrases,
  panel: {
    speaking: (whose) => `🔊 Reading ${textOf(whose)}`,
    starting: (whose) =>
      whose ? `🕓 ${whose}'s text is up next` : '🕓 A text from another channel is up next',
    finished: (whose) => (whose ? `✅ Read for ${whose}` : '✅ Read a text from another channel'),
    skipped: (whose, by) =>
      by ? `⏭️ ${by} skipped ${textOf(whose)}` : `⏭️ Skipped (${whose ?? 'a text from another channel'})`,
    failed: (mentions) => `❌ Cut off before the end${listed(mentions)}`,
    next: 'Next',
    elsewhere: 'a text from another channel',
    more: (count) => `… and ${count} more`,
    stopped: (by) => `⏹️ Stopped by ${by}`,
    left: (count, mentions) => `🚪 I left the voice channel before finishing ${texts(count, mentions)}.`,
    leftBecause: (why, count, mentions) => `🚪 ${why}\n-# Not finished: ${texts(count, mentions)}`,
    restarted: (count, mentions) =>
      `♻️ I restarted before finishing ${texts(count, mentions)}. Run the command again.`,
    obstacles: {
      muted: "🔇 I'm server-muted. I'll continue when a moderator unmutes me.",
      suppressed: "✋ I'm in this stage's audience. I'll continue when a stage moderator lets me speak.",
      lost: "📡 Reconnecting to voice… I'll pick up where I left off.",
    },
    in: (channelId) => `<#${channelId}>`,
    voice: (voice, model) => `voice ${voice} · ${model}`,
    characters: (count) => (count === 1 ? '1 character' : `${count} characters`),
    youAreDeafened: "🙉 You're deafened, so you won't hear it.",
    noCaptions: "This voice doesn't support live captions.",
  },
  answer: {
    speaking: '🔊 Reading it now',
    waiting: (ahead) =>
      ahead === 0 ? "🕓 You're up next" : `🕓 ${ahead} ${ahead === 1 ? 'text' : 'texts'} ahead of yours`,
    ended: {
      finished: () => '✅ Read',
      skipped: (by) => (by ? `⏭️ Skipped by ${by}` : '⏭️ Skipped'),
      stopped: (by) => (by ? `⏹️ Stopped by ${by}` : '⏹️ Stopped'),
      left: () => '🚪 I left the voice channel before finishing',
      failed: () => '❌ Cut off before the end',
    },
    restarted: '♻️ I restarted before finishing your text. Run the command again.',
  },
  buttons: {
    skip: 'Skip',
    stop: 'Stop',
    preview: 'Preview',
    startReading: 'Read this channel',
    stopReading: 'Stop reading',
    resetReading: 'Reset',
  },
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
    off: 'Off. Anyone with Manage Server can turn it on.',
    offForManagers: 'Off. Press **Read this channel** to turn it on.',
    intoHidden: "In a voice channel you can't see",
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
    captions: 'With live captions',
    comings: 'Says who joins and leaves the voice channel',
    leaves:
      "I join when someone writes and people are listening. I leave when I'm alone or it's been quiet for a while.",
    setup: {
      which: 'Text channel to read',
      into: "Voice channel to read in (default: the author's)",
      role: 'Whose messages to read (default: everyone)',
      more: 'More options',
      switches: {
        inVoiceOnly: 'Only read people in the voice channel',
        automatic: 'Read bots and webhooks too',
        emoji: 'Say the names of emoji',
        captions: 'Show live captions, if the voice supports them',
        comings: 'Say who joins and leaves',
      },
      anyVoice: "Server's default voice",
      voice: (voice) => `Server's default voice: ${voice}`,
      anyLanguage: "Server's default language: automatic",
      language: (language) => `Server's default language: ${language}`,
      saved: '✅ Saved.',
      wasReset: '↩️ Back to the default settings.',
    },
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
  channelStatus: '🔊 Reading aloud · /speak stop',
};
