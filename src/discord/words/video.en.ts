import type { VideoWords } from './video-words.ts';

export const videoWords: VideoWords = {
  commands: {
    video: { name: 'video', description: 'Make a video from a sentence' },
    'video text': {
      name: 'text',
      description: 'Describe a video, and get it in this channel in a few minutes',
      options: {
        prompt: {
          name: 'prompt',
          description: 'What happens in the video; longer than 5,000 characters is cut',
        },
        negative_prompt: {
          name: 'negative_prompt',
          description: 'What should not be in it (up to 500 characters)',
        },
        audio: {
          name: 'audio',
          description: 'A WAV or MP3 for the soundtrack, 2 to 30 seconds, up to 15 MB',
        },
        audio_url: {
          name: 'audio_url',
          description: 'The same by its public http(s) address, instead of a file',
        },
        resolution: {
          name: 'resolution',
          description: 'How sharp; 1080P (the default) costs more than 720P',
        },
        ratio: { name: 'ratio', description: 'The shape of the picture; 16:9 unless you choose' },
        duration: {
          name: 'duration',
          description: 'Seconds, 2 to 15; 5 unless you choose. Each second is billed',
        },
        prompt_extend: {
          name: 'prompt_extend',
          description: 'Let the service enrich your prompt (the default); takes a little longer',
        },
        watermark: { name: 'watermark', description: 'Write an AI mark into the lower right corner' },
        seed: { name: 'seed', description: 'The same number makes similar videos; 0 to 2147483647' },
      },
    },
  },
  panel: {
    states: {
      accepted: '🕓 Waiting for its turn',
      submitting: '📨 Handing it to the video service',
      lost: '🔎 The video service did not confirm; looking for the video there',
      undecided: '❓ The video service never confirmed, and the video is not to be found there',
      pending: '🕓 In the video service’s queue',
      running: '🎬 Being made',
      succeeded: '📦 Made; bringing it here',
      delivering: '📦 Made; bringing it here',
      delivered: '✅ Done',
      undeliverable: '📪 Made, but this channel does not take it; sent to its requester',
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
    left: (left, limit) => `${left} of ${limit} s left today`,
    task: (taskId) => `Task ${taskId}`,
    reference: (reference) => `Reference ${reference}`,
  },
  facts: {
    seconds: (seconds) => `${seconds} s`,
    seed: (seed) => (seed === undefined ? 'seed: any' : `seed ${seed}`),
    ownSound: 'sound by the model',
    withAudio: 'with your audio',
    promptKept: 'prompt as written',
    watermarked: 'marked as AI',
  },
  notices: {
    promptCut: (limit) => `Your prompt was longer than ${limit} characters; the rest was cut off.`,
    negativePromptCut: (limit) =>
      `Your negative prompt was longer than ${limit} characters; the rest was cut off.`,
    audioCut: (audio, video) => `Your audio lasts ${audio} s; only its first ${video} s are used.`,
    audioShort: (audio, video) => `Your audio lasts ${audio} s; the rest of the ${video} s is silent.`,
  },
  result: {
    title: (mention) => `🎬 ${mention}, your video is ready`,
    altText: (prompt) => `Video made by AI from the prompt: ${prompt}`,
    tooLarge: (expires) =>
      `The file is larger than this server takes. Its link works until ${expires}: save it before.`,
    tooSlow: (expires) =>
      `The file could not be fetched in time. Its link works until ${expires}: save it before.`,
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
  },
  failures: {
    moderation:
      'The service’s safety check refused it. Say it differently: without violence, sexual content, or real people and brands.',
    'invalid-request': 'The service did not accept the settings. Change them and try again.',
    'invalid-media': 'The service could not use the audio. Use a WAV or MP3 of 2 to 30 seconds, up to 15 MB.',
    credentials: 'The service does not accept this bot’s key. Please tell whoever runs the bot.',
    access: 'This bot may not use that model. Please tell whoever runs the bot.',
    arrears: 'The account behind this bot has run out of money. Please tell whoever runs the bot.',
    busy: 'The service is too busy. Try again in a few minutes.',
    service: 'The video service failed. Try again in a few minutes.',
    unreachable:
      'The video service cannot be reached. Nothing was made or billed; try again in a few minutes.',
    region: 'The service region of this bot does not offer this kind of video.',
    vanished: 'The video service no longer knows this video. Try again.',
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
    undeliverable: (channel) => `Your video is ready, but I can no longer post in ${channel}. Here it is.`,
    inChannel: (mention) => `${mention}, a video of yours needs a look: see its panel.`,
  },
  answers: {
    canceled: 'Cancelled. Nothing was billed.',
    removed: 'Deleted.',
    givenUp: 'Given up.',
    willCreate: 'It is being made anew.',
    tooLate: 'Too late: it is already being made.',
  },
  details: {
    title: 'Details',
    requester: 'Asked by',
    state: 'State',
    model: 'Model',
    times: (accepted, ended) => (ended ? `asked ${accepted}, ended ${ended}` : `asked ${accepted}`),
    prompt: 'Prompt',
  },
  edit: {
    title: 'Change it and make another',
    prompt: 'Prompt',
    negativePrompt: 'Without',
    seed: 'Seed',
    seedHint: 'Empty: any',
  },
};
