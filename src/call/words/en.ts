import type { Translated } from '../../language/languages.ts';
import type { CallEnd } from '../types.ts';

const people = (count: number) => (count === 1 ? '1 more' : `${count} more`);

export const callWords = {
  ended: {
    asked: '⏹️ Ended',
    'starter-left': '🚪 Ended: the person who started it left',
    'everybody-left': '🚪 Ended: everyone left',
    spent: '⏳ Ended: no minutes left for today',
    paused: '⏸️ Ended: spending is paused',
    idle: '💤 Ended: nobody talked for a while',
    room: "🚪 Ended: I'm no longer in the voice channel",
    service: '❌ Ended: the AI service stopped working',
    'shutting-down': "♻️ Ended: I'm restarting",
  } satisfies Record<CallEnd, string>,
  endedBy: (mention: string) => `⏹️ Ended by ${mention}`,
  lasted: (minutes: number) => `${minutes} min`,
  /** The first line of a panel: what it is, where if it's elsewhere, whom it hears, and what becomes of that. */
  does: (name: string, channel: string | undefined, hears: string, region: string, kept: string) =>
    `**${name}**${channel === undefined ? '' : ` in ${channel}`} · ${hears} (AI service in ${region}, ${kept})`,
  hears: (mentions: readonly string[], more: number) =>
    `I only hear ${mentions.join(', ')}${more > 0 ? ` and ${people(more)}` : ''}`,
  hearsNobody: 'I only hear people who press **Join**',
  /** Small, on a panel that couldn't be posted in the voice channel's chat. */
  chatClosed: (channelId: string) => `I can't write in <#${channelId}>, so the panel is here.`,
  waiting: '👂 Waiting for someone to press Join',
  thisCall: (minutes: number) => `this call ${minutes} min`,
  dayOf: (mention: string, left: number, limit: number) => `${mention}'s day ${left} of ${limit} min left`,
  /** After what's left of a day. */
  renewed: (time: string) => `resets ${time}`,
  sent: (region: string) =>
    `I only hear people who press **Join**. What they say goes to the AI service in ${region}.`,
  nothingKept: 'nothing kept',
  /** In Details: several sessions cost the server several times as much. */
  servedMinutes: (minutes: number) => `${minutes} min at the AI service`,
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
    details: 'Details',
    mine: 'My captions',
    continue: 'Continue on my minutes',
    remember: 'Remember for this server',
    forget: 'Forget',
  },
  /** A page that only one person sees. */
  myCaptions: {
    /** `language` undefined: what's said isn't translated. */
    head: (channelId: string, language: string | undefined) =>
      `💬 <#${channelId}>${language === undefined ? '' : ` in ${language}`}, only for you. What people say shows up here.`,
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
    continued: '✅ The call goes on with your minutes.',
  },
  /** Before a call's minutes run out. */
  runsOut: {
    person: (mention: string, time: string) =>
      `⏳ ${mention}'s minutes for today run out ${time}. The call ends then, unless someone goes on with theirs.`,
    all: (time: string) => `⏳ This server's minutes for today run out ${time}. The call ends then.`,
  },
  /** Private, to a person whose microphone picks up the bot's own voice. */
  headphones: (channelId: string) =>
    `🎧 Your mic picks me up in <#${channelId}>, so I hear myself through you. Headphones fix that.`,
  fileTooLong: '[The beginning is in the thread: this was too long for one file.]',
};

export type CallWords = Translated<typeof callWords>;
