import type { Translated } from '../../language/languages.ts';
import type { CallEnd } from '../types.ts';

const people = (count: number) => (count === 1 ? '1 more' : `${count} more`);

export const callWords = {
  ended: {
    asked: '⏹️ Ended',
    'starter-left': '🚪 Ended: the person who started it left',
    'everybody-left': '🚪 Ended: everyone left',
    spent: '⏳ Ended: no minutes left for today',
    idle: '💤 Ended: nobody talked for a while',
    room: "🚪 Ended: I'm no longer in the voice channel",
    service: '❌ Ended: the AI service stopped working',
    'shutting-down': "♻️ Ended: I'm restarting",
  } satisfies Record<CallEnd, string>,
  sent: (region: string) =>
    `I only hear people who press **Join**. What they say goes to the AI service in ${region}.`,
  nothingKept: 'Nothing is recorded or kept.',
  waiting: '👂 Waiting for someone to press Join',
  takesPart: (mentions: readonly string[], more: number) =>
    `Taking part: ${mentions.join(', ')}${more > 0 ? ` and ${people(more)}` : ''}`,
  minutes: (count: number) => `${count} min used`,
  reference: (reference: string) => `Reference ${reference}`,
  regions: {
    singapore: 'Singapore',
    virginia: 'Virginia (US)',
    frankfurt: 'Frankfurt (Germany)',
    beijing: 'Beijing (China)',
  },
  buttons: {
    join: 'Join',
    leave: 'Leave',
    stop: 'Stop',
    remember: 'Remember for this server',
    forget: 'Forget',
  },
  /** A page that only one person sees. */
  myCaptions: {
    head: (channelId: string, language: string) =>
      `💬 <#${channelId}> in ${language}, only for you. What people say shows up here.`,
    goOn: 'Continue',
    soon: (when: string) => `⏳ This pauses ${when}. Press **Continue** to keep reading.`,
    paused: '⏸️ Paused. Press **Continue** to keep reading.',
    hidden: "⏸️ I'm in a voice channel now that you can't see.",
    shown: '▶️ You can read along again.',
    over: '⏹️ The call is over.',
  },
  answers: {
    remembered:
      "✅ Got it. Next time I'll hear you as soon as you're in the channel. **Forget** undoes that.",
    forgotten: "✅ Forgotten. Next time I'll ask you again.",
    left: "🔇 I can't hear you any more.",
    notIn: "I wasn't hearing you anyway.",
    here: '💬 OK, I go on in this channel.',
  },
  /** Private, to a person whose microphone picks up the bot's own voice. */
  headphones: (channelId: string) =>
    `🎧 Your mic picks me up in <#${channelId}>, so I hear myself through you. Headphones fix that.`,
  fileTooLong: '[The beginning is in the thread: this was too long for one file.]',
};

export type CallWords = Translated<typeof callWords>;
