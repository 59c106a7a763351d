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
    notBilled: 'Not charged',
    canceledBy: (mention) => `🚫 Cancelled by ${mention}`,
    task: (taskId) => `Task ${taskId}`,
    reference: (reference) => `Reference ${reference}`,
    expected: (at) => `Ready ${at}, going by recent videos`,
    fetching: '⬇️ Downloading the file',
    shrinking: (percent) => `🗜️ Shrinking the file to fit this server: ${percent}%`,
    askedBy: (mention) => `For ${mention}`,
    notSentByDirect: {
      whisper: "📪 Done, but I couldn't post here. Sent privately.",
      nothing: "📪 Done, but I couldn't post here or send a DM. Run `/video show` in another channel.",
    },
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
    shotTypeIdle: '`shot_type` only works with `prompt_extend` on, so I ignored it.',
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
    shrunk: (limit) => `Re-encoded to fit this server's ${limit} MB.`,
    otherLength: (seconds, asked) => `The video service made ${seconds} s, not ${asked} s.`,
    sentAgain: (mention) => `📎 Reposted for ${mention}`,
    openVideo: 'Open video',
  },
  buttons: {
    again: (seconds) => `Again · ${seconds} s`,
    retry: (seconds) => `Retry · ${seconds} s`,
    edit: 'Edit',
    details: 'Details',
    remove: 'Delete',
    keep: 'Keep',
    cancel: 'Cancel',
    resume: 'Retry',
    createAnother: 'Retry anyway',
    giveUp: 'Give up',
    sendFile: 'Send file',
    previous: 'Previous',
    next: 'Next',
    repost: 'Repost here',
    goToMessage: 'Go to message',
    back: 'Back',
  },
  failures: {
    moderation:
      "The AI service's content rules don't allow this. Try different words, without violence, sexual content, real people or brands.",
    'invalid-request': "The AI service didn't accept these options. Change them and try again.",
    'invalid-media': "The AI service couldn't use one of your files. Attach it again or try another one.",
    credentials: "The AI service doesn't accept this bot's key. Let the bot's owner know.",
    access: "I'm not allowed to use that model. Let the bot's owner know.",
    arrears: "The bot's service account is out of credit. Let the bot's owner know.",
    busy: 'The video service is busy right now. Try again in a few minutes.',
    service: 'The video service is having problems. Try again in a few minutes.',
    unreachable:
      "I can't reach the video service, so nothing was made or billed. Try again in a few minutes.",
    address: "The bot's service address is wrong, so nothing was made or billed. Let the bot's owner know.",
    region:
      "This kind of video isn't available in the bot's service region. Ask the bot's owner to change it.",
    vanished: 'The video service has lost track of this video. Try again.',
    'source-gone': 'One of your attachments is gone, so nothing was made or billed. Attach it again.',
    crashed:
      "I crashed twice before sending this to the video service, so nothing was made or billed. Let the bot's owner know.",
    'result-gone': 'The video was made, but the service had already deleted the file. Try again.',
    'result-unreadable':
      "The video service sent something that isn't a video. Try again, or let the bot's owner know.",
    unknown: "The video service couldn't make it and didn't say why. Try again or change the prompt.",
  },
  told: {
    failed: (reason) => `Your video failed. ${reason}`,
    canceled: 'The video service cancelled your video.',
    expired: "Your video didn't finish within 24 hours, so I stopped waiting. You weren't charged.",
    undecided:
      'The video service never confirmed your video and has no record of it. On its panel, choose to retry (you may be billed twice) or give up.',
    setAside:
      "I crashed twice while handling this video, so I've set it aside. Let the bot's owner know, or try again from its panel.",
    undeliverable: (channel) => `Your video is ready, but I can't post in ${channel} any more. Here it is.`,
    inChannel: (mention) => `${mention}, one of your videos needs your attention. Check its panel.`,
    failedInChannel: (mention) => `${mention}, your video failed. Run \`/video status\` to see why.`,
  },
  answers: {
    canceled: "Cancelled. You weren't charged.",
    removed: 'Deleted.',
    kept: 'OK, it stays.',
    surelyRemove: (owner) =>
      `Delete ${owner ? `${owner}'s` : 'this'} video for everyone? This can't be undone.`,
    givenUp: "OK, I've given up on it.",
    willCreate: 'Retrying.',
    resumed: 'Retrying.',
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
        open: 'videos in progress',
        done: 'finished videos',
        failed: 'failed videos',
      }[filter];
      return whose === 'mine' ? `Your ${what}` : `Everyone's ${what}`;
    },
    empty: 'No videos yet. Try `/video text`.',
    page: (page, pages, count) => `Page ${page} of ${pages} · ${count === 1 ? '1 video' : `${count} videos`}`,
    choose: 'Choose a video to open',
    untitled: 'Untitled',
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
  presets: {
    title: 'Your presets',
    empty: 'No presets yet. Save one with `/video preset-save`.',
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
    promptHint: (files) =>
      files === 1 ? 'Refer to it as character1' : `Refer to them as character1 to character${files}`,
    promptHintOpen: 'Refer to them as character1, character2, … in the order you add them',
    stillWithout: (negativePrompt) => `Still without: ${negativePrompt}`,
    fromFilesTitle: 'Make a video from files',
    files: 'Pictures and clips',
    filesFirst: (most) => `Up to ${most}: JPEG, PNG, WebP, BMP, MP4 or MOV`,
    filesMore: (chosen, most) =>
      `${chosen === 1 ? '1 file' : `${chosen} files`} added. You can add up to ${most} more`,
    filesInstead: (chosen) =>
      chosen === 1
        ? 'Leave empty to keep your file; new ones replace it'
        : `Leave empty to keep your ${chosen} files; new ones replace them`,
    size: 'Size',
    sizeHint: "Not every model has every size; I'll tell you before making anything",
    usualSize: "The model's default",
    duration: 'Length',
    durationHint: 'Billed per second; some models make 5 or 10 s only',
  },
};
