import type { VideoWords } from './en.ts';
import { eachReference } from './reference-options.ts';

const shotType = {
  name: 'shot_type',
  description: '单镜头或多镜头（gen2.6 系列）',
  choices: { single: '单镜头', multi: '多镜头' },
  shown: { single: '单镜头', multi: '多镜头' },
};
const negativePrompt = {
  name: 'negative_prompt',
  description: '反向提示词：不想出现的内容（最多 500 个字符）',
};
const watermark = {
  name: 'watermark',
  description: '在右下角加上 AI 标识',
  shown: { true: 'AI 标识' },
};
const seed = { name: 'seed', description: '种子：数字相同，视频相似（0 到 2147483647）' };

const preset = { name: 'preset', description: '你的预设；其他选项优先' };

/** The pictures and videos that a reference video is made of, as a file or by address, in order. */
const references = eachReference(
  (number) => ({ name: `reference${number}`, description: `character${number} 的图片或视频` }),
  (number) => ({ name: `url${number}`, description: `或 character${number} 的公开链接` }),
);

export const videoCommandWords = {
  video: { name: 'video', description: '用一句话生成视频' },
  'video text': {
    name: 'text',
    description: '描述一段视频，生成后发到本频道',
    options: {
      prompt: { name: 'prompt', description: '视频里发生什么' },
      negative_prompt: negativePrompt,
      audio: { name: 'audio', description: '音频：WAV 或 MP3，最长 30 秒、15 MB' },
      audio_url: { name: 'audio_url', description: '或音频的公开链接' },
      model: { name: 'model', description: '使用的模型（默认：最新）' },
      size: { name: 'size', description: '具体的像素尺寸（模型支持时）' },
      resolution: { name: 'resolution', description: '清晰度；越高费用越高' },
      ratio: { name: 'ratio', description: '画面比例（默认：16:9）' },
      duration: { name: 'duration', description: '时长，单位秒（默认 5）；按秒计费' },
      prompt_extend: {
        name: 'prompt_extend',
        description: '让 AI 服务扩写提示词（默认：开启）',
        shown: { false: '不改写提示词' },
      },
      shot_type: shotType,
      watermark,
      seed,
      preset,
    },
  },
  'video reference': {
    name: 'reference',
    description: '用你的图片和视频里的人或物生成视频',
    options: {
      prompt: { name: 'prompt', description: '视频里发生什么；用 character1、character2…… 指代它们' },
      ...references,
      negative_prompt: negativePrompt,
      model: { name: 'model', description: '使用的模型（默认：最新）' },
      size: { name: 'size', description: '具体的像素尺寸' },
      duration: { name: 'duration', description: '时长，单位秒（默认 5）；参考视频也计费' },
      shot_type: shotType,
      sound: { name: 'sound', description: '是否有声（默认：有）；只有 flash 模型可以无声' },
      watermark,
      seed,
      preset,
    },
  },
  'video preset-save': {
    name: 'preset-save',
    description: '把设置和风格存为预设，下次直接使用',
    options: {
      name: { name: 'name', description: '名字；同名的旧预设会被替换' },
      style: { name: 'style', description: '加在每个提示词后面，例如：水彩风格，柔和光线' },
      model: { name: 'model', description: '使用的模型（默认：最新）' },
      size: { name: 'size', description: '具体的像素尺寸' },
      duration: { name: 'duration', description: '时长，单位秒；按秒计费' },
      seed: { name: 'seed', description: '每次都用同一个种子（默认：每次不同）' },
    },
  },
  'video presets': { name: 'presets', description: '查看和删除你的预设' },
  'video status': {
    name: 'status',
    description: '查看你的视频进展',
    options: { task: { name: 'task', description: '要查看的视频（默认：最近一个）' } },
  },
  'video list': {
    name: 'list',
    description: '查看你的视频；管理员可以看所有人的',
    options: {
      whose: {
        name: 'whose',
        description: '谁的视频（默认：自己的）；所有人的仅限管理员',
        choices: { mine: '我的', everybody: '所有人的' },
      },
      state: {
        name: 'state',
        description: '只看这种状态的视频',
        choices: { all: '全部', open: '进行中', done: '已完成', failed: '失败' },
      },
    },
  },
  'video show': {
    name: 'show',
    description: '把完成的视频重新发到这里',
    options: { task: { name: 'task', description: '要重新发送的视频' } },
  },
  'video cancel': {
    name: 'cancel',
    description: '取消还没开始的视频',
    options: { task: { name: 'task', description: '要取消的视频' } },
  },
  'Make a video of this': { name: '用这条消息生成视频', description: '' },
  'Use as reference': { name: '用作视频参考', description: '' },
} satisfies VideoWords['commands'];
