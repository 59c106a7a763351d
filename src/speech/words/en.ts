import { speechCommandWords } from './commands.en.ts';
import { readingPhrases } from './reading.en.ts';
import type { SpeechWords } from './speech-words.ts';

export const speechWords: SpeechWords = {
  commands: speechCommandWords,
  reading: readingPhrases,
  panel: {
    speaking: (mention) => `🔊 Saying this for ${mention}`,
    restarted: (mention) =>
      `♻️ I was restarted before this was said to its end, for ${mention}. Use the command again.`,
    waiting: (mention, ahead) =>
      `🕓 For ${mention}: ${ahead === 0 ? 'next' : ahead === 1 ? '1 text goes before it' : `${ahead} texts go before it`}`,
    ended: {
      finished: (mention) => `✅ Said for ${mention}`,
      skipped: (mention) => `⏭️ Skipped, for ${mention}`,
      stopped: (mention) => `⏹️ Stopped, for ${mention}`,
      left: (mention) => `🚪 I left the voice channel before this was said to its end, for ${mention}`,
      failed: (mention) => `❌ Could not be said to its end, for ${mention}`,
    },
    obstacles: {
      muted: '🔇 I am muted by the server, so nothing is heard. A moderator can unmute me; then I go on.',
      suppressed:
        '✋ I am in the audience of this stage, so nothing is heard. A stage moderator can let me speak.',
      lost: '📡 The connection to the voice channel is being rebuilt; then I go on.',
    },
    in: (channelId) => `<#${channelId}>`,
    voice: (voice, model) => `voice ${voice} · ${model}`,
    characters: (count) => (count === 1 ? '1 character' : `${count} characters`),
    reference: (reference) => `Reference ${reference}`,
    youAreDeafened: '🙉 You are deafened, so you will not hear it.',
    noCaptions: 'This voice gives no times of its words, so there are no live captions.',
  },
  buttons: { skip: 'Skip', stop: 'Stop', preview: 'Preview' },
  answers: {
    skipped: '⏭️ Skipped.',
    stopped: '⏹️ Stopped. The queue is empty and I am leaving the voice channel.',
    previewFile: '🔊 This is how it sounds:',
    readAloudOn: (channelId) => `🔊 From now on I read <#${channelId}> aloud.`,
    readAloudOff: (channelId) => `🔇 I no longer read <#${channelId}> aloud.`,
    wordAdded: (word, as) => `📖 **${word}** is now said as **${as}**.`,
    wordRemoved: (word) => `📖 **${word}** is said as it is written again.`,
  },
  sample: 'Hello! This is how I sound. I can read what you write, one sentence after another.',
  file: {
    title: (mention) => `🔊 Spoken for ${mention}`,
    altText: (voice, text) => `Speech made by AI, voice ${voice}: ${text}`,
    fileName: 'speech',
  },
  queue: {
    title: (channelId) => `**Said in <#${channelId}>**`,
    empty: 'Nothing is being said and nothing waits.',
    more: (count) => `… and ${count} more`,
    seconds: (seconds) => `about ${seconds} s`,
    whole: (seconds) => `About ${seconds} s in all`,
    now: 'now',
  },
  voice: {
    mine: '**How I speak for you**',
    guild: '**How I speak for everybody who chose nothing**',
    from: { person: 'yours', guild: 'of this server', operator: 'as set up' },
    labels: {
      model: 'Model',
      voice: 'Voice',
      rate: 'Rate',
      pitch: 'Pitch',
      volume: 'Volume',
      language: 'Language',
      instruction: 'Instruction',
    },
    usual: 'as the voice does',
    none: 'No voice is set yet. Choose one with the option `voice`.',
  },
  channel: {
    title: (channelId) => `**Reading <#${channelId}> aloud**`,
    off: 'Off. Switch it on with the option `read`.',
    into: (channelId) =>
      channelId === undefined ? 'Into the voice channel where the author is' : `Into <#${channelId}>`,
    naming: {
      changed: 'Says who wrote, when it is somebody else than before',
      always: 'Says who wrote, each time',
      never: 'Does not say who wrote',
    },
    role: (roleId) => `Only those with <@&${roleId}>`,
    inVoiceOnly: 'Only those who are in that voice channel',
    automatic: 'Bots and webhooks, too',
    withoutEmoji: 'Without emoji',
    maxSeconds: (seconds) => `At most about ${seconds} s of a message`,
    exceptPrefix: (prefix) => `Not what begins with ${prefix}`,
    captions: 'With captions',
    leaves:
      'I join when somebody writes and listeners are there, and leave when I am alone or nothing was said for a while.',
    begun: (mention, exceptPrefix) =>
      `🔊 ${mention} has me read this channel aloud. What is written here from now on is sent to the AI service that makes the voice, and is heard in the voice channel.${exceptPrefix === undefined ? '' : ` Messages that begin with ${exceptPrefix} are left out.`}`,
    ended: (mention) => `🔇 ${mention} ended it: this channel is no longer read aloud.`,
  },
  dictionary: {
    title: (count, most) => `**Pronunciations of this server** (${count} of ${most})`,
    empty: 'There are none yet. A moderator can add some: `/speak pronounce word:… as:…`',
    entry: (word, as, pinyin) => `${word} → ${as}${pinyin ? ` · pinyin ${pinyin}` : ''}`,
    more: (count) => `… and ${count} more, in the file`,
  },
  notHeard: (reason) => `What is written here is not heard. ${reason}`,
  failed: (reason) => `Your text could not be said to its end. ${reason}`,
  channelStatus: '🔊 Reading aloud · /speak stop',
};
