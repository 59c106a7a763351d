import type { Sentences, Translated } from '../../language/languages.ts';
import { speechCommandWords } from './commands.en.ts';
import { readingPhrases } from './reading.en.ts';

const textOf = (whose: string | undefined) => (whose ? `${whose}'s text` : 'a text from another channel');
const listed = (mentions: readonly string[]) => (mentions.length > 0 ? ` (${mentions.join(', ')})` : '');
const texts = (count: number, mentions: readonly string[]) =>
  count === 1 && mentions[0]
    ? `${mentions[0]}'s text`
    : `${count === 1 ? '1 text' : `${count} texts`}${listed(mentions)}`;

const ended: Sentences<'finished' | 'skipped' | 'stopped' | 'left' | 'failed', [by: string | undefined]> = {
  finished: () => '✅ Read',
  skipped: (by) => (by ? `⏭️ Skipped by ${by}` : '⏭️ Skipped'),
  stopped: (by) => (by ? `⏹️ Stopped by ${by}` : '⏹️ Stopped'),
  left: () => '🚪 I left the voice channel before finishing',
  failed: () => '❌ Cut off before the end',
};

export const speechWords = {
  commands: speechCommandWords,
  reading: readingPhrases,
  /** For everyone in a channel; `whose` is undefined for a text from another channel. */
  panel: {
    speaking: (whose: string | undefined) => `🔊 Reading ${textOf(whose)}`,
    starting: (whose: string | undefined) => `🕓 Starting ${textOf(whose)}…`,
    finished: (whose: string | undefined) =>
      whose ? `✅ Read for ${whose}` : '✅ Read a text from another channel',
    /** `by`: who skipped it, if it wasn't their own. */
    skipped: (whose: string | undefined, by: string | undefined) =>
      by ? `⏭️ ${by} skipped ${textOf(whose)}` : `⏭️ Skipped (${whose ?? 'a text from another channel'})`,
    failed: (mentions: readonly string[]) => `❌ Cut off before the end${listed(mentions)}`,
    next: 'Next',
    elsewhere: 'a text from another channel',
    more: (count: number) => `… and ${count} more`,
    stopped: (by: string) => `⏹️ Stopped by ${by}`,
    /** `count` texts weren't finished; `mentions` are some of their people. */
    left: (count: number, mentions: readonly string[]) =>
      `🚪 I left the voice channel before finishing ${texts(count, mentions)}.`,
    /** `why` is a sentence. */
    leftBecause: (why: string, count: number, mentions: readonly string[]) =>
      `🚪 ${why}\n-# Not finished: ${texts(count, mentions)}`,
    restarted: (count: number, mentions: readonly string[]) =>
      `♻️ I restarted before finishing ${texts(count, mentions)}. Run the command again.`,
    silenceReasons: {
      muted: "🔇 I'm server-muted. I'll continue when a moderator unmutes me.",
      suppressed: "✋ I'm in this stage's audience. I'll continue when a stage moderator lets me speak.",
      lost: "📡 Reconnecting to voice… I'll pick up where I left off.",
    },
    in: (channelId: string) => `<#${channelId}>`,
    voice: (voice: string, model: string) => `voice ${voice} · ${model}`,
    characters: (count: number) => (count === 1 ? '1 character' : `${count} characters`),
    youAreDeafened: "🙉 You're deafened, so you won't hear it.",
    noCaptions: "This voice doesn't support live captions.",
  },
  /** For the person whose text it is. */
  answer: {
    speaking: '🔊 Reading it now',
    waiting: (ahead: number) =>
      ahead === 0 ? '🕓 Starting…' : `🕓 ${ahead} ${ahead === 1 ? 'text' : 'texts'} ahead of yours`,
    ended,
    restarted: '♻️ I restarted before finishing your text. Run the command again.',
  },
  buttons: {
    skip: 'Skip',
    report: 'Report',
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
    readAloudOn: (channelId: string) => `🔊 I'm reading <#${channelId}> aloud from now on.`,
    readAloudOff: (channelId: string) => `🔇 I've stopped reading <#${channelId}> aloud.`,
    wordAdded: (word: string, as: string) => `📖 I'll say **${word}** as **${as}**.`,
    wordRemoved: (word: string) => `📖 I'll say **${word}** as it's written again.`,
  },
  /** Spoken. */
  sample: 'Hello! This is how I sound. I can read what you write, one sentence after another.',
  file: {
    title: (mention: string) => `🔊 Spoken for ${mention}`,
    altText: (voice: string, text: string) => `Speech made by AI, voice ${voice}: ${text}`,
    fileName: 'speech',
  },
  queue: {
    title: (channelId: string) => `**Queue in <#${channelId}>**`,
    empty: 'The queue is empty. Try `/speak say`.',
    more: (count: number) => `… and ${count} more`,
    seconds: (seconds: number) => `about ${seconds} s`,
    whole: (seconds: number) => `About ${seconds} s total`,
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
    title: (channelId: string) => `**Reading <#${channelId}> aloud**`,
    off: 'Off. Anyone with Manage Server can turn it on.',
    offForManagers: 'Off. Press **Read this channel** to turn it on.',
    intoHidden: "In a voice channel you can't see",
    into: (channelId: string | undefined) =>
      channelId === undefined ? "In the author's voice channel" : `In <#${channelId}>`,
    naming: {
      changed: 'Says the name when the author changes',
      always: 'Says the name every time',
      never: 'Never says the name',
    },
    role: (roleId: string) => `Only people with <@&${roleId}>`,
    inVoiceOnly: 'Only people in that voice channel',
    automatic: 'Bots and webhooks too',
    withoutEmoji: 'Skips emoji',
    maxSeconds: (seconds: number) => `Up to about ${seconds} s per message`,
    exceptPrefix: (prefix: string) => `Skips messages that start with ${prefix}`,
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
      voice: (voice: string) => `Server's default voice: ${voice}`,
      anyLanguage: "Server's default language: automatic",
      language: (language: string) => `Server's default language: ${language}`,
      saved: '✅ Saved.',
      wasReset: '↩️ Back to the default settings.',
    },
    /** For everyone who writes there. */
    begun: (mention: string, exceptPrefix: string | undefined) =>
      `🔊 ${mention} turned on reading aloud. From now on, messages here are sent to an AI voice service and played in the voice channel.${exceptPrefix === undefined ? '' : ` Start a message with ${exceptPrefix} to leave it out.`}`,
    ended: (mention: string) => `🔇 ${mention} turned off reading aloud for this channel.`,
  },
  dictionary: {
    title: (count: number, most: number) => `**This server's pronunciations** (${count} of ${most})`,
    empty: 'No words yet. A moderator can add one with `/speak pronounce word:… as:…`.',
    entry: (word: string, as: string, pinyin: string | undefined) =>
      `${word} → ${as}${pinyin ? ` · pinyin ${pinyin}` : ''}`,
    more: (count: number) => `… and ${count} more, in the file`,
  },
  notHeard: (reason: string) => `I can't read this channel aloud right now. ${reason}`,
  channelStatus: '🔊 Reading aloud · /speak stop',
};

export type SpeechWords = Translated<typeof speechWords>;
export type SilenceReason = keyof SpeechWords['panel']['silenceReasons'];
export type VoiceField = keyof SpeechWords['voice']['labels'];
