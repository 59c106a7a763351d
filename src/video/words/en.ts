import type { Sentences, Translated } from '../../language/languages.ts';
import type { LinkReason } from '../packing.ts';
import { videoCommandWords } from './commands.en.ts';

/** Why it's a link and not the file. */
const links: Sentences<LinkReason, [expires: string]> = {
  'too-large': (expires) =>
    `The file is too large for this server. Save it from this link, which expires ${expires}.`,
  'too-slow': (expires) =>
    `The download took too long. Save the video from this link, which expires ${expires}.`,
  uninspected: (expires) =>
    `I couldn't check the file, so here's the service's own link. It expires ${expires}.`,
  'not-taken': (expires) => `I couldn't send you the file. Save it from this link, which expires ${expires}.`,
};

export const videoWords = {
  commands: videoCommandWords,
  panel: {
    states: {
      held: '👀 Waiting for a moderator',
      reviewing: '👀 Done, waiting for a moderator',
      accepted: '🕓 Waiting in line',
      submitting: '📨 Sending to the video service',
      lost: "🔎 The video service didn't answer. Checking whether it got the request…",
      undecided:
        '❓ The video service never confirmed this request and has no record of it. Retry (you may be billed twice) or give up?',
      'set-aside': '⚠️ Set aside after I crashed twice',
      pending: '🕓 Queued at the video service',
      running: '🎬 Being made',
      succeeded: '📦 Done, downloading the file',
      delivering: '📦 Done, downloading the file',
      delivered: '✅ Done',
      undeliverable: "📪 Done, but I couldn't post here. Sent by DM.",
      removed: '🗑️ Deleted',
      failed: '❌ Failed',
      canceled: '🚫 Cancelled',
      expired: '⌛ Not finished within 24 hours',
      abandoned: '🚫 Gave up',
    },
    paused: '⏸️ Waiting: spending is paused in this server',
    ahead: (count: number) => `Queue: ${count} ahead of you`,
    asked: 'Prompt',
    avoiding: 'Without',
    /** `at` is a live Discord timestamp. */
    started: (at: string) => `asked ${at}`,
    ended: (at: string) => `ended ${at}`,
    billed: (seconds: number, tier: string) => `Cost ${seconds} s at ${tier.toLowerCase()}`,
    wouldBill: (seconds: number, tier: string) => `Costs ${seconds} s at ${tier.toLowerCase()}`,
    notBilled: 'Not charged',
    /** Creation calls whose answer never came. */
    unconfirmed: (seconds: number) => `${seconds} s stay counted, because they may have been billed`,
    /** Instead of the state, if someone else did it. */
    canceledBy: (mention: string) => `🚫 Cancelled by ${mention}`,
    task: (taskId: string) => `Task ${taskId}`,
    reference: (reference: string) => `Reference ${reference}`,
    expected: (at: string) => `Ready ${at}, going by recent videos`,
    fetching: '⬇️ Downloading the file',
    shrinking: (percent: number) => `🗜️ Shrinking the file to fit this server: ${percent}%`,
    askedBy: (mention: string) => `For ${mention}`,
    /** Instead of the state, if the video couldn't be posted or sent by DM. */
    notSentByDirect: {
      whisper: "📪 Done, but I couldn't post here. Sent privately.",
      nothing: "📪 Done, but I couldn't post here or send a DM. Run `/video show` in another channel.",
    },
  },
  labelled: (label: string, value: string) => `${label}: ${value}`,
  shapes: { '16:9': 'wide', '9:16': 'tall', '1:1': 'square', '4:3': 'landscape', '3:4': 'portrait' },
  facts: {
    seconds: (seconds: number | string) => `${seconds} s`,
    seed: (seed: number | undefined) => (seed === undefined ? 'seed: any' : `seed ${seed}`),
    ownSound: 'sound by the model',
    withAudio: 'with your audio',
    silent: 'silent',
    characters: (count: number) => (count === 1 ? '1 reference' : `${count} references`),
  },
  notices: {
    promptCut: (limit: number) => `Your prompt was over ${limit} characters, so I cut off the rest.`,
    negativePromptCut: (limit: number) =>
      `Your negative prompt was over ${limit} characters, so I cut off the rest.`,
    audioCut: (audio: string, video: number) =>
      `Your audio is ${audio} s long, so only the first ${video} s are used.`,
    audioShort: (audio: string, video: number) =>
      `Your audio is only ${audio} s long, so the rest of the ${video} s is silent.`,
    shotTypeIdle: '`shot_type` only works with `prompt_extend` on, so I ignored it.',
  },
  result: {
    title: (mention: string) => `🎬 ${mention}, your video is ready`,
    altText: (prompt: string) => `Video made by AI from the prompt: ${prompt}`,
    links,
    shrunk: (limit: string) => `Re-encoded to fit this server's ${limit} MB.`,
    otherLength: (seconds: number, asked: number) => `The video service made ${seconds} s, not ${asked} s.`,
    sentAgain: (mention: string) => `📎 Reposted for ${mention}`,
    openVideo: 'Open video',
  },
  buttons: {
    again: (seconds: number) => `Again · ${seconds} s`,
    retry: (seconds: number) => `Retry · ${seconds} s`,
    edit: 'Edit',
    details: 'Details',
    report: 'Report',
    remove: 'Delete',
    keep: 'Keep',
    cancel: 'Cancel',
    resume: 'Retry',
    createAnother: (seconds: number) => `Retry anyway · ${seconds} s`,
    giveUp: 'Give up',
    sendFile: 'Send file',
    previous: 'Previous',
    next: 'Next',
    repost: 'Repost here',
    goToMessage: 'Go to message',
    back: 'Back',
  },
  failures: {
    rejected: "A moderator didn't approve this request. Try a different idea, or ask them why.",
    unreviewed: 'No moderator looked at this request in time, so I dropped it. Ask them, or try again later.',
    'result-unreviewed':
      'No moderator looked at this video in time, so I dropped it. Ask them, or try again later.',
    'result-rejected': "A moderator didn't approve this video. Try a different idea, or ask them why.",
    moderation:
      "The AI service's content rules don't allow this. Try different words, without violence, sexual content, real people or brands.",
    'invalid-request': "The AI service didn't accept these options. Change them and try again.",
    'invalid-media': "The AI service couldn't use one of your files. Attach it again or try another one.",
    credentials: "The AI service doesn't accept this bot's key. Let the bot's owner know.",
    access: "I'm not allowed to use that model. Let the bot's owner know.",
    arrears: "The bot's service account is out of credit. Let the bot's owner know.",
    busy: 'The video service is busy right now. Try again in a few minutes.',
    service: 'The video service is having problems. Try again in a few minutes.',
    unreachable: "I can't reach the video service, so nothing was made. Try again in a few minutes.",
    region:
      "This kind of video isn't available in the bot's service region. Ask the bot's owner to change it.",
    vanished: 'The video service has lost track of this video. Try again.',
    'source-gone': 'One of your attachments is gone, so nothing was made. Attach it again.',
    crashed:
      "I crashed twice before sending this to the video service, so nothing was made. Let the bot's owner know.",
    'result-gone': 'The video was made, but the service had already deleted the file. Try again.',
    'result-unreadable':
      "The video service sent something that isn't a video. Try again, or let the bot's owner know.",
    'result-address':
      "The video was made, but the service gave me an address that isn't safe to open. Let the bot's owner know.",
    unknown: "The video service couldn't make it and didn't say why. Try again or change the prompt.",
  },
  /** For the requester, when a job ended while they weren't looking at its panel. */
  told: {
    failed: (reason: string) => `Your video failed. ${reason}`,
    canceled: 'The video service cancelled your video.',
    expired: "Your video didn't finish within 24 hours, so I stopped waiting. You weren't charged.",
    undecided:
      'The video service never confirmed your video and has no record of it. On its panel, choose to retry (you may be billed twice) or give up.',
    setAside:
      "I crashed twice while handling this video, so I've set it aside. Let the bot's owner know, or try again from its panel.",
    undeliverable: (channel: string) =>
      `Your video is ready, but I can't post in ${channel} any more. Here it is.`,
    /** In the channel, when there's no private way left, so without the reason. */
    inChannel: (mention: string) => `${mention}, one of your videos needs your attention. Check its panel.`,
    /** The same if the panel is gone. */
    failedInChannel: (mention: string) => `${mention}, your video failed. Run \`/video status\` to see why.`,
  },
  answers: {
    canceled: "Cancelled. You weren't charged.",
    removed: 'Deleted.',
    kept: 'OK, it stays.',
    /** `owner`: who asked for the video, if that's someone else. */
    surelyRemove: (owner: string | undefined) =>
      `Delete ${owner ? `${owner}'s` : 'this'} video for everyone? This can't be undone.`,
    givenUp: (seconds: number) =>
      `OK, I've given up on it. Its ${seconds} s stay counted, because they may have been billed.`,
    willCreate: 'Retrying.',
    resumed: 'Retrying.',
  },
  details: {
    title: 'Details',
    requester: 'Requested by',
    state: 'State',
    model: 'Model',
    times: (accepted: string, ended: string | undefined) =>
      ended ? `${accepted}, ended ${ended}` : accepted,
    prompt: 'Prompt',
    rewritten: 'Rewritten by the service',
    references: 'References',
    removedBy: 'Deleted by',
  },
  list: {
    title: (whose: 'mine' | 'everybody', filter: 'all' | 'open' | 'done' | 'failed') => {
      const what = {
        all: 'videos',
        open: 'videos in progress',
        done: 'finished videos',
        failed: 'failed videos',
      }[filter];
      return whose === 'mine' ? `Your ${what}` : `Everyone's ${what}`;
    },
    empty: 'No videos yet. Try `/video text`.',
    page: (page: number, pages: number, count: number) =>
      `Page ${page} of ${pages} · ${count === 1 ? '1 video' : `${count} videos`}`,
    /** In the empty menu. */
    choose: 'Choose a video to open',
    untitled: 'Untitled',
    /** For autocomplete, in plain text. */
    shortStates: {
      held: 'waiting for a moderator',
      reviewing: 'waiting for a moderator',
      accepted: 'waiting',
      submitting: 'waiting',
      lost: 'unconfirmed',
      undecided: 'needs a decision',
      'set-aside': 'set aside',
      pending: 'queued',
      running: 'being made',
      succeeded: 'made',
      delivering: 'made',
      delivered: 'done',
      undeliverable: 'sent by DM',
      removed: 'deleted',
      failed: 'failed',
      canceled: 'cancelled',
      expired: 'expired',
      abandoned: 'gave up',
    },
  },
  review: {
    title: (mention: string, channel: string) => `👀 Video by ${mention} for ${channel}`,
    notPaid: 'nothing is paid until you approve',
    approve: 'Approve',
    spoiler: 'Approve as spoiler',
    reject: 'Reject',
    approved: (mention: string, owner: string) => `✅ ${mention} approved a video by ${owner}.`,
    approvedAsSpoiler: (mention: string, owner: string) =>
      `✅ ${mention} approved a video by ${owner}, as a spoiler.`,
    rejected: (mention: string, owner: string) => `🚫 ${mention} rejected a video by ${owner}.`,
    expired: (owner: string) => `⌛ Nobody decided in time about a video by ${owner}.`,
    until: (time: string) => `dropped ${time} if nobody decides`,
  },
  report: {
    title: 'Report this video',
    label: 'What is wrong with it?',
    sent: '✅ Reported. The moderators see it in their channel.',
    posted: (mention: string, owner: string, at: string) =>
      `🚩 ${mention} reported a video by ${owner}: ${at}`,
    dismiss: 'Dismiss',
    dismissed: (mention: string) => `✅ ${mention} dismissed this report.`,
  },
  presets: {
    title: 'Your presets',
    empty: 'No presets yet. Save one with `/video preset-save`.',
    /** In the empty menu. */
    choose: 'Choose a preset to open',
    saved: '✅ Saved. Choose it under `preset` when you make a video.',
  },
  edit: {
    title: 'Edit and make another',
    prompt: 'Prompt',
    negativePrompt: 'Without',
    seed: 'Seed',
    seedHint: 'Leave empty for a random one',
    makeTitle: 'Make a video of this',
    referenceTitle: 'Make a video with these',
    model: 'Model',
    promptHint: (files: number) =>
      files === 1 ? 'Refer to it as character1' : `Refer to them as character1 to character${files}`,
    /** As long as nobody knows how many files there will be. */
    promptHintOpen: 'Refer to them as character1, character2, … in the order you add them',
    /** What the form can't change. */
    stillWithout: (negativePrompt: string) => `Still without: ${negativePrompt}`,
    fromFilesTitle: 'Make a video from files',
    files: 'Pictures and clips',
    filesFirst: (most: number) => `Up to ${most}: JPEG, PNG, WebP, BMP, MP4 or MOV`,
    filesMore: (chosen: number, most: number) =>
      `${chosen === 1 ? '1 file' : `${chosen} files`} added. You can add up to ${most} more`,
    filesInstead: (chosen: number) =>
      chosen === 1
        ? 'Leave empty to keep your file; new ones replace it'
        : `Leave empty to keep your ${chosen} files; new ones replace them`,
    size: 'Size',
    sizeHint: "Not every model has every size; I'll tell you before making anything",
    usualSize: "The model's default",
    duration: 'Length',
    durationHint: 'Billed per second; some models make 5 or 10 s only',
    /** If every model makes the same lengths. */
    billedHint: 'Billed per second',
  },
};

export type VideoWords = Translated<typeof videoWords>;
export type VideoFailureWord = keyof VideoWords['failures'];
