import { videoCommandWords } from './commands.en.ts';
import type { VideoWords } from './video-words.ts';

export const videoWords: VideoWords = {
  commands: videoCommandWords,
  panel: {
    states: {
      accepted: '🕓 Waiting for its turn',
      submitting: '📨 Handing it to the video service',
      lost: '🔎 The video service did not confirm; looking for the video there',
      undecided: '❓ The video service never confirmed, and the video is not to be found there',
      'set-aside': '⚠️ Set aside after I crashed twice',
      pending: '🕓 In the video service’s queue',
      running: '🎬 Being made',
      succeeded: '📦 Made; bringing it here',
      delivering: '📦 Made; bringing it here',
      delivered: '✅ Done',
      undeliverable: '📪 Made, but this channel does not take it; sent to its requester',
      removed: '🗑️ Deleted',
      failed: '❌ No video came of this',
      canceled: '🚫 Cancelled',
      expired: '⌛ No answer within a day; given up',
      abandoned: '🚫 Given up',
    },
    ahead: (count) => (count === 1 ? '1 video goes before it' : `${count} videos go before it`),
    asked: 'Asked for',
    avoiding: 'Without',
    started: (at) => `started ${at}`,
    ended: (at) => `ended ${at}`,
    billed: (seconds, tier) => `Billed: ${seconds} s × ${tier}`,
    wouldBill: (seconds, tier) => `Will be billed as ${seconds} s × ${tier}`,
    task: (taskId) => `Task ${taskId}`,
    reference: (reference) => `Reference ${reference}`,
    expected: (at) => `likely here ${at}, as videos went so far`,
    fetching: '⬇️ Fetching the file',
    shrinking: (percent) => `🗜️ Making the file small enough for this server: ${percent} %`,
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
    promptCut: (limit) => `Your prompt was longer than ${limit} characters; the rest was cut off.`,
    negativePromptCut: (limit) =>
      `Your negative prompt was longer than ${limit} characters; the rest was cut off.`,
    audioCut: (audio, video) => `Your audio lasts ${audio} s; only its first ${video} s are used.`,
    audioShort: (audio, video) => `Your audio lasts ${audio} s; the rest of the ${video} s is silent.`,
    shotTypeIdle: 'The shot type only works together with prompt_extend; it has no effect here.',
  },
  result: {
    title: (mention) => `🎬 ${mention}, your video is ready`,
    altText: (prompt) => `Video made by AI from the prompt: ${prompt}`,
    links: {
      'too-large': (expires) =>
        `The file is larger than this server takes. Its link works until ${expires}: save it before.`,
      'too-slow': (expires) =>
        `The file could not be fetched in time. Its link works until ${expires}: save it before.`,
      uninspected: (expires) =>
        `I couldn't check the file, so here's the service's link. It works until ${expires}: save it before then.`,
      'not-taken': (expires) =>
        `The file could not be sent to you. Its link works until ${expires}: save it before.`,
    },
    shrunk: (limit) => `Re-encoded to fit this server’s ${limit} MB.`,
    otherLength: (seconds, asked) => `The service made ${seconds} s instead of ${asked} s.`,
    rewritten: (prompt) => `The service made of the prompt: ${prompt}`,
    sentAgain: (mention) => `📎 Brought back for ${mention}`,
    openVideo: 'Open the video',
  },
  buttons: {
    again: 'Again',
    edit: 'Edit',
    details: 'Details',
    remove: 'Delete',
    cancel: 'Cancel',
    retry: 'Try again',
    createAnother: 'Make it anew (may bill twice)',
    giveUp: 'Give up',
    sendFile: 'Send file',
    previous: 'Previous',
    next: 'Next',
  },
  failures: {
    moderation:
      'The service’s safety check refused it. Say it differently: without violence, sexual content, or real people and brands.',
    'invalid-request': 'The service did not accept the settings. Change them and try again.',
    'invalid-media':
      'The service could not use a file that you gave, or could not fetch it. Attach it again, or attach another.',
    credentials: 'The service does not accept this bot’s key. Please tell whoever runs the bot.',
    access: 'This bot may not use that model. Please tell whoever runs the bot.',
    arrears: 'The account behind this bot has run out of money. Please tell whoever runs the bot.',
    busy: 'The service is too busy. Try again in a few minutes.',
    service: 'The video service failed. Try again in a few minutes.',
    unreachable:
      'The video service cannot be reached. Nothing was made or billed; try again in a few minutes.',
    region: 'The service region of this bot does not offer this kind of video.',
    vanished: 'The video service no longer knows this video. Try again.',
    'source-gone':
      'A file that you attached is no longer there. Attach it again. Nothing was made or billed.',
    crashed:
      "I crashed twice before sending this to the video service, so nothing was made or billed. Let the bot's owner know.",
    'result-gone': 'The video was made, but the service had already removed the file. Try again.',
    'result-unreadable':
      'The service delivered something that is not a video. Try again, or tell whoever runs the bot.',
    unknown: 'The video service could not make it and did not say why. Try again, or change the prompt.',
  },
  told: {
    failed: (reason) => `No video came of your request. ${reason}`,
    canceled: 'Your video was cancelled at the video service.',
    expired: 'Your video did not finish within a day, so it was given up. Nothing more will come of it.',
    undecided:
      'The video service never confirmed your video, and it is not to be found there. It was probably never made. Press a button on its panel: make it anew, or give up.',
    setAside:
      "I crashed twice while handling this video, so I've set it aside. Let the bot's owner know, or try again from its panel.",
    undeliverable: (channel) => `Your video is ready, but I can no longer post in ${channel}. Here it is.`,
    inChannel: (mention) => `${mention}, a video of yours needs a look: see its panel.`,
  },
  answers: {
    canceled: 'Cancelled. Nothing was billed.',
    removed: 'Deleted.',
    givenUp: 'Given up.',
    willCreate: 'It is being made anew.',
    resumed: 'Trying again.',
    tooLate: 'Too late: it is already being made.',
  },
  details: {
    title: 'Details',
    requester: 'Asked by',
    state: 'State',
    model: 'Model',
    times: (accepted, ended) => (ended ? `asked ${accepted}, ended ${ended}` : `asked ${accepted}`),
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
      return whose === 'mine' ? `Your ${what}` : `Everybody’s ${what}`;
    },
    empty: 'There is none.',
    page: (page, pages, count) => `Page ${page} of ${pages} · ${count} in all`,
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
      undeliverable: 'sent directly',
      removed: 'deleted',
      failed: 'failed',
      canceled: 'cancelled',
      expired: 'expired',
      abandoned: 'given up',
    },
  },
  edit: {
    title: 'Change it and make another',
    prompt: 'Prompt',
    negativePrompt: 'Without',
    seed: 'Seed',
    seedHint: 'Empty: any',
    makeTitle: 'Make a video of this',
    referenceTitle: 'Make a video with these',
    model: 'Model',
    promptHint: (files) => (files === 1 ? 'Call it character1' : `Call them character1 to character${files}`),
  },
};
