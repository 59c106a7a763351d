import type { Translated } from '../../language/languages.ts';
import { limitsCommandWords } from './commands.en.ts';

const number = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 2 });

const inMoney = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const limitsWords = {
  commands: limitsCommandWords,
  title: '**Limits**',
  /** How they go together, in one sentence. */
  rule: "The strictest limit that applies counts. One that **lifts** replaces the limits for everyone and for newcomers; nothing lifts this server's limit or the bot owner's.",
  subjects: { everyone: 'Each person', newcomers: 'Newcomers', server: 'Whole server' },
  /** What they're about, under the title. */
  about: {
    everyone: 'For each person',
    newcomers: 'For each person who joined less than 7 days ago',
    server: 'For all people here together',
    role: (mention: string) => `For each person with ${mention}`,
    person: (mention: string) => `For ${mention}`,
  },
  day: (amount: string) => `${amount} a day`,
  month: (amount: string) => `${amount} a month`,
  none: 'none',
  unlimited: 'unlimited',
  default: 'default',
  byDefault: (amount: string) => `${amount} a day (default)`,
  asEveryone: 'same as everyone',
  noOwn: 'no limit of its own',
  ownerAllows: (amount: string) => `bot owner allows ${amount} a day`,
  lifts: 'Lifts what counts for everyone and newcomers',
  isStrict: "Only counts where it's stricter",
  paused: (mention: string, at: string) => `⏸️ Spending is paused by ${mention} (${at}).`,
  everythingPaused: "⏸️ The bot's owner paused spending in every server.",
  /** While spending is paused. */
  goesOn: {
    videos: (count: number) => (count === 1 ? '1 video' : `${number(count)} videos`),
    texts: (count: number) => (count === 1 ? '1 text' : `${number(count)} texts`),
    call: 'a call, which ends within a minute',
    paid: (things: string) => `Paid already, so it goes on: ${things}`,
    waiting: (count: number) =>
      `Waiting for the pause to end: ${count === 1 ? '1 video' : `${number(count)} videos`}`,
  },
  saved: 'Saved.',
  unchanged: 'Not saved yet:',
  contradictions: {
    dayAboveMonth: (day: string, month: string) => `${day} a day is more than ${month} a month.`,
    personAboveServer: (period: 'day' | 'month', person: string, server: string) =>
      `One person may use ${person} a ${period}, but the whole server only ${server}.`,
    newcomersAboveEveryone: (newcomers: string, everyone: string) =>
      `Newcomers may use ${newcomers}, but everyone only ${everyone}. The stricter one counts.`,
    aboveOwner: (given: string, owner: string) =>
      `${given} a day is more than the bot's owner allows (${owner}), so ${owner} counts.`,
  },
  buttons: {
    pause: 'Pause spending',
    resume: 'Resume spending',
    pauseAll: 'Pause every server',
    resumeAll: 'Resume every server',
    preview: 'Preview',
    giveBack: 'Give back',
    prices: 'Prices',
    anyway: 'Save anyway',
    back: 'Back',
    lift: 'Let it lift',
    strict: "Don't lift",
    mine: 'Mine',
    server: 'Server',
    csv: 'CSV',
    months: { this: 'This month', last: 'Last month' },
  },
  menus: {
    subject: 'Whose limits?',
    role: 'Limits for a role',
    person: 'Limits for one person',
    giveBackTo: 'Give back to',
    by: 'Sum up by',
  },
  form: {
    day: 'A day',
    month: 'A month',
    hint: (unit: string) => `${unit}: a number, 0 for none, “unlimited” or “default”`,
    units: {
      'video-seconds': 'Seconds of video',
      'small-video-seconds': 'Seconds of video',
      'spoken-characters': 'Characters',
      'live-seconds': 'Minutes',
      searches: 'Searches',
    },
    prices: 'Prices',
    videoSecond: 'A second of video',
    thousandCharacters: '1,000 characters read aloud',
    liveMinute: 'A minute of live conversation',
    currency: 'Currency',
    priceHint: 'Leave it empty if you only want units.',
    giveBack: 'Give back',
    what: 'What',
    amount: 'How much',
    reason: 'Reason',
  },
  gaveBack: (amount: string, mention: string) => `Gave ${amount} back to ${mention}.`,
  preview: {
    title: '**The most this server can use in a day**',
    none: 'none',
    unlimited: 'no end: unlimited',
    money: (amount: string) => `That costs up to **${amount}** a day.`,
    moneyUnlimited: 'That can cost any amount, because something is unlimited.',
    noPrices: 'Set prices to see it in money.',
    together: (amount: string) => `Both kinds of videos together: ${amount} (the bot owner's limit)`,
    unpriced: (things: string) => `No price yet: ${things}`,
    yesterday: '**Who would have been refused yesterday**',
    nobody: (people: number) =>
      people === 0
        ? 'Nobody. Nothing was used.'
        : `Nobody. ${people === 1 ? '1 person' : `${number(people)} people`} used something.`,
    line: (mention: string, used: string, most: string) => `${mention}: used ${used}, may use ${most}`,
    server: 'The whole server',
    more: (count: number) => `… and ${number(count)} more`,
    cut: 'Only the 500 people who used the most were checked.',
  },
  usage: {
    mine: '**Your usage here**',
    server: '**Usage of this server**',
    days: (from: string, to: string) => `${from} to ${to} (UTC)`,
    today: (amount: string) => `today ${amount}`,
    thisMonth: (amount: string) => `this month ${amount}`,
    lastMonth: (amount: string) => `last month ${amount}`,
    empty: 'Nothing used yet. Try `/video text`.',
    emptyServer: 'Nothing used yet.',
    by: { feature: 'By feature', person: 'By person', day: 'By day' },
    more: (count: number) => `… and ${number(count)} more. **CSV** has them all.`,
    total: (amount: string) => `Together ${amount}`,
    file: 'What was used, by person, day and feature',
  },
  money: (amount: number, currency: string) =>
    amount > 0 && amount < 0.005 ? `under ${currency}0.01` : `${currency}${inMoney.format(amount)}`,
};

export type LimitsWords = Translated<typeof limitsWords>;
