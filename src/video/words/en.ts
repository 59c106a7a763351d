import { videoCommandWords } from './commands.en.ts';
import type { VideoWords } from './video-words.ts';

export const videoWords: VideoWords = {
  commands: videoCommandWords,
  panel: {
    states: {
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
    ahead: (count) => `Queue: ${count} ahead of you`,
    asked: 'Prompt',
    avoiding: 'Without',
    started: (at) => `started ${at}`,
    ended: (at) => `ended ${at}`,
    billed: (seconds, tier) => `Cost ${seconds} s at ${tier.toLowerCase()}`,
    wouldBill: (seconds, tier) => `Costs ${seconds} s at ${tier.toLowerCase()}`,
    task: (taskId) => `Task ${taskId}`,
    reference: (reference) => `Reference ${reference}`,
    expected: (at) => `Ready ${at}, going by recent videos`,
    fetching: '⬇️ Downloading the file',
    shrinking: (percent) => `🗜️ Shrinking the file to fit this server: ${percent}%`,
  },
  labelled: (label, value) => `${label}: ${value}`,
  shapes: { '16:9': 'wide', '9:16': 'tall', '1:1': 'square', '4:3': 'landscape', '3:4': 'portrait' },
  facts: {
    seconds: (seconds) => `${seconds} s`,
    seed: (seed) => (seed === undefined ? 'seed: any' : `seed ${seed}`),
    ownSound: 'sound by the model',
    withAudio: 'with your audio',
    silent: 'silent',
    characters: (count) => (count === 1 ? '1 reference' : `${count} references`),
  },
  notices: {
    promptCut: (limit) => `Your prompt was over ${limit} characters, so I cut off the rest.`,
    negativePromptCut: (limit) => `Your negative prompt was over ${limit} characters, so I cut off the rest.`,
    audioCut: (audio, video) => `Your audio is ${audio} s long, so only the first ${video} s are used.`,
    audioShort: (audio, video) =>
      `Your audio is only ${audio} s long, so the rest of the ${video} s is silent.`,
    shotTypeIdle: 'The shot type only works with prompt_extend on, so it was ignored.',
  },
  result: {
    title: (mention) => `🎬 ${mention}, your video is ready`,
    altText: (prompt) => `Video made by AI from the prompt: ${prompt}`,
    links: {
      'too-large': (expires) =>
        `The file is too large for this server. Save it from this link, which expires ${expires}.`,
      'too-slow': (expires) =>
        `The download took too long. Save the video from this link, which expires ${expires}.`,
      uninspected: (expires) =>
        `I couldn't check the file, so here's the service's own link. It expires ${expires}.`,
      'not-taken': (expires) =>
        `I couldn't send you the file. Save it from this link, which expires ${expires}.`,
    },
    shrunk: (limit) => `Re-encoded to fit this server’s ${limit} MB.`,
    otherLength: (seconds, asked) => `The service made ${seconds} s, not ${asked} s.`,
    rewritten: (prompt) => `Prompt as rewritten by the service: ${prompt}`,
    sentAgain: (mention) => `📎 Reposted for ${mention}`,
    openVideo: 'Open video',
  },
  buttons: {
    again: 'Again',
    edit: 'Edit',
    details: 'Details',
    remove: 'Delete',
    cancel: 'Cancel',
    retry: 'Retry',
    createAnother: 'Retry anyway',
    giveUp: 'Give up',
    sendFile: 'Send file',
    previous: 'Previous',
    next: 'Next',
  },
  failures: {
    moderation:
      "The service's safety check blocked this. Try different words, without violence, sexual content, real people or brands.",
    'invalid-request': "The service didn't accept these settings. Change them and try again.",
    'invalid-media': "The service couldn't open one of your files. Attach it again or try another.",
    credentials: "The service doesn't accept this bot's key. Let the bot's owner know.",
    access: "This bot isn't allowed to use that model. Let the bot's owner know.",
    arrears: "The bot's service account is out of credit. Let the bot's owner know.",
    busy: 'The video service is busy right now. Try again in a few minutes.',
    service: 'The video service had an error. Try again in a few minutes.',
    unreachable:
      "I can't reach the video service, so nothing was made or billed. Try again in a few minutes.",
    region: "The bot's service region doesn't offer this kind of video.",
    vanished: 'The video service has lost track of this video. Try again.',
    'source-gone': 'One of your attachments is gone, so nothing was made or billed. Attach it again.',
    crashed:
      "I crashed twice before sending this to the video service, so nothing was made or billed. Let the bot's owner know.",
    'result-gone': 'The video was made, but the service had already deleted the file. Try again.',
    'result-unreadable':
      "The service sent something that isn't a video. Try again, or let the bot's owner know.",
    unknown: "The video service couldn't make it and didn't say why. Try again or change the prompt.",
  },
  told: {
    failed: (reason) => `Your video failed. ${reason}`,
    canceled: 'Your video was cancelled by the video service.',
    expired: "Your video didn't finish within 24 hours, so I stopped waiting. You weren't charged.",
    undecided:
      'The video service never confirmed your video and has no record of it. On its panel, choose to retry (you may be billed twice) or give up.',
    setAside:
      "I crashed twice while handling this video, so I've set it aside. Let the bot's owner know, or try again from its panel.",
    undeliverable: (channel) => `Your video is ready, but I can't post in ${channel} any more. Here it is.`,
    inChannel: (mention) => `${mention}, one of your videos needs your attention. See its panel.`,
  },
  answers: {
    canceled: "Cancelled. You weren't charged.",
    removed: 'Deleted.',
    givenUp: 'OK, I gave up on it.',
    willCreate: 'Retrying.',
    resumed: 'Retrying.',
    tooLate: "Too late. It's already being made.",
  },
  details: {
    title: 'Details',
    requester: 'Requested by',
    state: 'State',
    model: 'Model',
    times: (accepted, ended) => (ended ? `requested ${accepted}, ended ${ended}` : `requested ${accepted}`),
    prompt: 'Prompt',
    rewritten: 'Rewritten by the service',
    references: 'References',
    removedBy: 'Deleted by',
  },
  list: {
    title: (whose, filter) => {
      const what = {
        all: 'videos',
        open: 'open videos',
        done: 'finished videos',
        failed: 'failed videos',
      }[filter];
      return whose === 'mine' ? `Your ${what}` : `Everyone's ${what}`;
    },
    empty: 'No videos yet. Try `/video text`.',
    page: (page, pages, count) => `Page ${page} of ${pages} · ${count === 1 ? '1 video' : `${count} videos`}`,
    shortStates: {
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
  edit: {
    title: 'Edit and make another',
    prompt: 'Prompt',
    negativePrompt: 'Without',
    seed: 'Seed',
    seedHint: 'Leave empty for a random one',
    makeTitle: 'Make a video of this',
    referenceTitle: 'Make a video with these',
    model: 'Model',
    promptHint: (files) =>
      files === 1 ? 'Refer to it as character1' : `Refer to them as character1 to character${files}`,
  },
};
