import type { CommandsWords } from '../../discord/words/command-words.ts';
import { eachReference } from './reference-options.ts';

const shotType = {
  name: 'shot_type',
  description: 'One shot or several (gen2.6 models)',
  choices: { single: 'One shot', multi: 'Several shots' },
  shown: { single: 'one shot', multi: 'several shots' },
};
const negativePrompt = {
  name: 'negative_prompt',
  description: 'What to leave out (up to 500 characters)',
};
const watermark = {
  name: 'watermark',
  description: 'Add an AI label in the bottom right corner',
  shown: { true: 'AI label' },
};
const seed = {
  name: 'seed',
  description: 'Reuse a number to get similar videos (0 to 2147483647)',
};

const preset = {
  name: 'preset',
  description: 'One of your presets; other options override it',
};

/** The pictures and videos that a reference video is made of, as a file or by address, in order. */
const references = eachReference(
  (number) => ({ name: `reference${number}`, description: `Picture or video of character${number}` }),
  (number) => ({
    name: `url${number}`,
    description: `Or a public link to character${number}`,
  }),
);

export const videoCommandWords = {
  video: { name: 'video', description: 'Make a video from a sentence' },
  'video text': {
    name: 'text',
    description: 'Describe a video and get it in this channel',
    options: {
      prompt: { name: 'prompt', description: 'What happens in the video' },
      negative_prompt: negativePrompt,
      audio: { name: 'audio', description: 'WAV or MP3 soundtrack, up to 30 s and 15 MB' },
      audio_url: {
        name: 'audio_url',
        description: 'Or a public link to the soundtrack',
      },
      model: { name: 'model', description: 'Model to use (default: newest)' },
      size: { name: 'size', description: 'Exact size in pixels, if the model supports it' },
      resolution: { name: 'resolution', description: 'Resolution; higher costs more' },
      ratio: { name: 'ratio', description: 'Aspect ratio (default: 16:9)' },
      duration: { name: 'duration', description: 'Length in seconds (default 5); billed per second' },
      prompt_extend: {
        name: 'prompt_extend',
        description: 'Let the service expand your prompt (default: on)',
        shown: { false: 'prompt as written' },
      },
      shot_type: shotType,
      watermark,
      seed,
      preset,
    },
  },
  'video reference': {
    name: 'reference',
    description: 'Make a video with the people or things in your pictures and clips',
    options: {
      prompt: {
        name: 'prompt',
        description: 'What happens; refer to them as character1, character2, …',
      },
      ...references,
      negative_prompt: negativePrompt,
      model: { name: 'model', description: 'Model to use (default: newest)' },
      size: { name: 'size', description: 'Exact size in pixels' },
      duration: {
        name: 'duration',
        description: 'Length in seconds (default 5); reference clips are billed too',
      },
      shot_type: shotType,
      sound: { name: 'sound', description: 'With sound (default: on); only flash models can be silent' },
      watermark,
      seed,
      preset,
    },
  },
  'video preset-save': {
    name: 'preset-save',
    description: 'Save settings and a style under a name, for your next videos',
    options: {
      name: { name: 'name', description: 'Preset name; replaces one with the same name' },
      style: { name: 'style', description: 'Added to every prompt, like “in watercolour, soft light”' },
      model: { name: 'model', description: 'Model to use (default: newest)' },
      size: { name: 'size', description: 'Exact size in pixels' },
      duration: { name: 'duration', description: 'Length in seconds; billed per second' },
      seed: { name: 'seed', description: 'Seed to use every time (default: a new one each time)' },
    },
  },
  'video presets': { name: 'presets', description: 'See and delete your presets' },
  'video status': {
    name: 'status',
    description: 'Check on one of your videos',
    options: { task: { name: 'task', description: 'Video to check (default: your latest)' } },
  },
  'video list': {
    name: 'list',
    description: "See your videos; moderators can see everyone's",
    options: {
      whose: {
        name: 'whose',
        description: "Whose videos (default: yours); everyone's is for moderators",
        choices: { mine: 'Mine', everybody: "Everyone's" },
      },
      state: {
        name: 'state',
        description: 'Only videos in this state',
        choices: { all: 'All', open: 'In progress', done: 'Done', failed: 'Failed' },
      },
    },
  },
  'video show': {
    name: 'show',
    description: 'Repost a finished video here',
    options: { task: { name: 'task', description: 'Video to repost' } },
  },
  'video cancel': {
    name: 'cancel',
    description: "Cancel a video that hasn't started",
    options: { task: { name: 'task', description: 'Video to cancel' } },
  },
  'Make a video of this': { name: 'Make a video of this', description: '' },
  'Use as reference': { name: 'Use as reference', description: '' },
} satisfies CommandsWords;
