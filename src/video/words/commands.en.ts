import type { OptionWords } from '../../discord/words/command-words.ts';
import { eachReference } from './reference-options.ts';
import type { VideoWords } from './video-words.ts';

const shotType: OptionWords = {
  name: 'shot_type',
  description: 'One shot or several (gen2.6 models)',
  choices: { single: 'One shot', multi: 'Several shots' },
  shown: { single: 'one shot', multi: 'several shots' },
};
const negativePrompt: OptionWords = {
  name: 'negative_prompt',
  description: 'What should not be in it (up to 500 characters)',
};
const watermark: OptionWords = {
  name: 'watermark',
  description: 'Write an AI mark into the lower right corner',
  shown: { true: 'marked as AI' },
};
const seed: OptionWords = {
  name: 'seed',
  description: 'The same number makes similar videos; 0 to 2147483647',
};

/** The pictures and videos that a reference video is made of, as a file or by address, in order. */
const references = eachReference(
  (number) => ({ name: `reference${number}`, description: `Picture or video that shows character${number}` }),
  (number) => ({
    name: `url${number}`,
    description: `Or the public address of what shows character${number}`,
  }),
);

export const videoCommandWords: VideoWords['commands'] = {
  video: { name: 'video', description: 'Make a video from a sentence' },
  'video text': {
    name: 'text',
    description: 'Describe a video, and get it in this channel in a few minutes',
    options: {
      prompt: { name: 'prompt', description: 'What happens in the video; more than the model reads is cut' },
      negative_prompt: negativePrompt,
      audio: { name: 'audio', description: 'A WAV or MP3 for the soundtrack, up to 30 seconds and 15 MB' },
      audio_url: {
        name: 'audio_url',
        description: 'The same by its public http(s) address, instead of a file',
      },
      model: { name: 'model', description: 'Which model makes it; the newest unless you choose' },
      size: { name: 'size', description: 'Exact picture size, as the chosen model has it' },
      resolution: { name: 'resolution', description: 'How sharp; more costs more' },
      ratio: { name: 'ratio', description: 'The shape of the picture; 16:9 unless you choose' },
      duration: { name: 'duration', description: 'Seconds; 5 unless you choose. Each second is billed' },
      prompt_extend: {
        name: 'prompt_extend',
        description: 'Let the service enrich your prompt (the default); takes a little longer',
        shown: { false: 'prompt as written' },
      },
      shot_type: shotType,
      watermark,
      seed,
    },
  },
  'video reference': {
    name: 'reference',
    description: 'A video with the people or things that your pictures and videos show',
    options: {
      prompt: {
        name: 'prompt',
        description: 'What happens; call them character1, character2 … in their order',
      },
      ...references,
      negative_prompt: negativePrompt,
      model: { name: 'model', description: 'Which model makes it' },
      size: { name: 'size', description: 'Exact picture size' },
      duration: {
        name: 'duration',
        description: 'Seconds; 5 unless you choose. Reference videos are billed, too',
      },
      shot_type: shotType,
      sound: { name: 'sound', description: 'With sound (the default) or silent; only flash can be silent' },
      watermark,
      seed,
    },
  },
  'video status': {
    name: 'status',
    description: 'How one of your videos stands',
    options: { task: { name: 'task', description: 'Which video; your latest unless you choose' } },
  },
  'video list': {
    name: 'list',
    description: 'Your videos; moderators can see everybody’s',
    options: {
      whose: {
        name: 'whose',
        description: 'Mine, or everybody’s (for moderators)',
        choices: { mine: 'Mine', everybody: 'Everybody’s' },
      },
      state: {
        name: 'state',
        description: 'Only those that are open, done or failed',
        choices: { all: 'All', open: 'Open', done: 'Done', failed: 'Failed' },
      },
    },
  },
  'video show': {
    name: 'show',
    description: 'Bring a finished video back, in this channel',
    options: { task: { name: 'task', description: 'Which video' } },
  },
  'video cancel': {
    name: 'cancel',
    description: 'Cancel a video that is not being made yet',
    options: { task: { name: 'task', description: 'Which video' } },
  },
  'Make a video of this': { name: 'Make a video of this', description: '' },
  'Use as reference': { name: 'Use as reference', description: '' },
};
