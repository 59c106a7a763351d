import type { Translated } from '../../language/languages.ts';
import type { ControlName, PanelPage } from '../controls.ts';
import { moderationCommandWords } from './commands.en.ts';

type Said = Readonly<Partial<Record<ControlName, string>>>;

const placeholders: Said = {
  roles: 'Everyone',
  channels: 'Everywhere',
  blocked: 'Nobody',
  channelId: 'Pick a channel',
  tools: 'None',
  features: 'None',
  languages: 'Nobody asks for them yet',
};

const values = {
  review: (value: string) =>
    ({
      nobody: "Nobody's",
      newcomers: 'Of people who joined less than 7 days ago',
      everybody: "Everybody's",
    })[value] ?? value,
  reviewed: (value: string) =>
    ({ prompt: 'The request, before it costs anything', video: "The video, before it's posted" })[value] ??
    value,
  seconds: (value: string) => `${value} s`,
  longestSeconds: (value: string) => `${value} s`,
  reviewHours: (value: string) => ({ '72': '3 days', '168': '7 days' })[value] ?? `${value} h`,
  idleMinutes: (value: string) => `${value} min`,
  roomMinutes: (value: string) => `${value} min`,
  digestHour: (value: string) => `${value}:00`,
  timeZone: (value: string) => (value.split('/').at(-1) ?? value).replaceAll('_', ' '),
};

const hints: Readonly<Partial<Record<PanelPage, string>>> = {
  video:
    'Nobody decided in time? The video is dropped. A finished one waits 24 h at most, because the AI service deletes it then.',
  speech: 'Channels that are read: `/speak channel`. How words are said: `/speak pronounce`.',
  interpreter: 'Names and terms: `/interpret glossary`.',
  knowledge: 'Who may search which base: `/knowledge use`.',
};

export const moderationWords = {
  commands: moderationCommandWords,
  settings: {
    pages: moderationCommandWords.settings.options.page.choices satisfies Record<PanelPage, string>,
    hints,
    names: {
      on: 'On',
      roles: 'Who can use it (moderators always can)',
      channels: 'Where',
      blocked: "Who can't use it",
      textModel: 'Model of `/video text`',
      referenceModel: 'Model of `/video reference`',
      resolution: 'Resolution',
      seconds: 'Length',
      longestSeconds: 'Longest video',
      review: 'Whose videos wait for a moderator',
      reviewed: 'What waits',
      reviewHours: 'How long it waits',
      voice: 'Voice',
      model: 'Model',
      tools: 'What the bot can do in a conversation',
      transcripts: 'Transcripts',
      idleMinutes: 'A silent call ends after',
      roomMinutes: 'Leaves if nothing is read for',
      languages: 'Languages if nobody picks any',
      mentions: 'Answer mentions',
      channelId: "Moderators' channel: news, reviews and reports",
      digestHour: 'Daily summary at',
      timeZone: 'Time zone of this server',
      words: 'Blocked words',
      features: "What's on",
    } satisfies Record<ControlName, string>,
    placeholders,
    values: values as Readonly<Partial<Record<ControlName, (value: string) => string>>>,
    without: {
      digestHour: 'No summary',
      longestSeconds: 'No limit',
      idleMinutes: 'Default (10 min)',
    } as Said,
    usual: 'Default',
    isOff: ' · off',
    written: (channels: string) =>
      `🎙️ Voice messages written down in ${channels} (change with \`/interpret channel\`)`,
    on: 'Turn on',
    off: 'Turn off',
    toggled: (name: string, isOn: boolean) => `${name}: ${isOn ? 'on' : 'off'}`,
    edit: (count: number) => `Blocked words: ${count}`,
    saved: '✅ Saved.',
    form: { title: 'Blocked words', label: 'One word or phrase a line' },
    wordsInvalid: '200 words, 60 characters each',
    start: {
      allThere: (count: number) => `✅ My permissions are fine in ${count} channels.`,
      /** `count`: of how many channels. */
      missing: (channelId: string, names: string, reasons: string) =>
        `⚠️ <#${channelId}>: ${names} (${reasons})`,
      more: (count: number) => `-# …and ${count} more channels.`,
      worst: (amounts: string) => `The most a day can cost: ${amounts}. Change that with \`/limits\`.`,
      worstNothing: 'Nothing that costs money can be used here. Change that with `/limits`.',
      money: (amount: string) => `That's up to **${amount}** a day.`,
      moneyUnlimited: 'That can cost any amount, because something is unlimited.',
      noPrices: 'Set prices in `/limits` to see money here.',
      unlimited: (what: string) => `⚠️ Unlimited: ${what}`,
      nothingOn: "Nothing is on here yet, so nothing costs anything. Pick what's on, or turn everything on.",
      turnOn: 'Turn everything on',
      turnOnReviewed: 'Turn on, review videos',
      isOn: '✅ Everything is on.',
      isOnReviewed: (channelId: string) =>
        `✅ Everything is on. Videos wait for a moderator in <#${channelId}>.`,
      nobodyReviews: "⚠️ Videos wait for a moderator, but there's no moderators' channel. Pick one.",
    },
    test: {
      posted: (channelId: string) => `✅ Saved, and I posted a test message in <#${channelId}>.`,
      failed: (channelId: string) =>
        `⚠️ Saved, but I can't write in <#${channelId}>. Check my permissions there.`,
      message: (mention: string) =>
        `👋 This is the moderators' channel now, picked by ${mention}. News, videos to review and reports come here.`,
    },
    changes: {
      none: 'No changes in the last 30 days.',
      line: (at: string, mention: string, what: string) => `${at} ${mention} ${what}`,
      undone: (at: string, mention: string, what: string) => `${at} ${mention} undid ${what}`,
      undo: 'Undo a change',
      option: (revision: number, what: string) => `${revision} · ${what}`,
      notUndone: '**Not undone yet:**',
      undoAnyway: 'Undo anyway',
      wasUndone: '✅ Undone. Undoing is a change, too, so you can undo it again.',
      export: 'Export',
      exported: "This server's settings. Import them with `/settings import:`.",
    },
    import: {
      title: '**Import these settings?**',
      same: "That file has the same settings as this server, so there's nothing to import.",
      apply: 'Apply',
      applied: '✅ Imported. You can undo it below.',
    },
    report: {
      title: 'Report this message',
      label: 'What is wrong with it?',
      sent: '✅ Reported. The moderators see it in their channel.',
      posted: (mention: string, at: string) => `🚩 ${mention} reported a message of mine: ${at}`,
      reason: (said: string) => `They say: ${said}`,
      remove: 'Delete message',
      removed: (mention: string) => `✅ ${mention} deleted the message.`,
      dismiss: 'Dismiss',
      dismissed: (mention: string) => `✅ ${mention} dismissed this report.`,
    },
  },
  help: {
    title: '**What you can do here**',
    nothing: "There's nothing you can use here. Ask a moderator.",
    moderators: 'Set it up with `/settings`.',
  },
};

export type ModerationWords = Translated<typeof moderationWords>;
