import type { OptionWords } from '../../discord/words/command-words.ts';
import { eachReference } from './reference-options.ts';
import type { VideoWords } from './video-words.ts';

const shotType: OptionWords = {
  name: '镜头',
  description: '单镜头或多镜头（gen2.6 系列）',
  choices: { single: '单镜头', multi: '多镜头' },
  shown: { single: '单镜头', multi: '多镜头' },
};
const negativePrompt: OptionWords = {
  name: '反向提示词',
  description: '不希望出现的内容（最多 500 个字符）',
};
const watermark: OptionWords = {
  name: '水印',
  description: '在右下角标注由 AI 生成',
  shown: { true: '带 AI 水印' },
};
const seed: OptionWords = { name: '随机种子', description: '相同数字会得到相似的视频；0 到 2147483647' };

/** The pictures and videos that a reference video is made of, as a file or by address, in order. */
const references = eachReference(
  (number) => ({ name: `参考${number}`, description: `展示 character${number} 的图片或视频` }),
  (number) => ({ name: `地址${number}`, description: `或展示 character${number} 的文件的公开地址` }),
);

export const videoCommandWords: VideoWords['commands'] = {
  video: { name: '视频', description: '用一句话生成视频' },
  'video text': {
    name: '文字',
    description: '描述一段视频，几分钟后发到本频道',
    options: {
      prompt: { name: '提示词', description: '视频里发生什么；超出模型上限的部分会被截断' },
      negative_prompt: negativePrompt,
      audio: { name: '音频', description: '配乐用的 WAV 或 MP3 文件，不超过 30 秒和 15 MB' },
      audio_url: { name: '音频地址', description: '不上传文件时，可填公开的 http(s) 地址' },
      model: { name: '模型', description: '由哪个模型生成；默认最新的' },
      size: { name: '尺寸', description: '所选模型支持的确切画面尺寸' },
      resolution: { name: '清晰度', description: '越清晰费用越高' },
      ratio: { name: '画面比例', description: '画面形状；默认 16:9' },
      duration: { name: '时长', description: '秒数；默认 5。按秒计费' },
      prompt_extend: {
        name: '智能改写',
        description: '让服务丰富你的提示词（默认开启）；会稍慢一些',
        shown: { false: '提示词不改写' },
      },
      shot_type: shotType,
      watermark,
      seed,
    },
  },
  'video reference': {
    name: '参考',
    description: '以你的图片和视频中的人或物为主角生成视频',
    options: {
      prompt: { name: '提示词', description: '发生什么；按顺序称它们为 character1、character2 …' },
      ...references,
      negative_prompt: negativePrompt,
      model: { name: '模型', description: '由哪个模型生成' },
      size: { name: '尺寸', description: '确切的画面尺寸' },
      duration: { name: '时长', description: '秒数；默认 5。参考视频也计费' },
      shot_type: shotType,
      sound: { name: '声音', description: '有声（默认）或无声；只有 flash 模型可以无声' },
      watermark,
      seed,
    },
  },
  'video status': {
    name: '状态',
    description: '查看你的视频进展',
    options: { task: { name: '任务', description: '哪个视频；默认最近一个' } },
  },
  'video list': {
    name: '列表',
    description: '你的视频；管理员可以看到所有人的',
    options: {
      whose: {
        name: '谁的',
        description: '我的，或所有人的（管理员）',
        choices: { mine: '我的', everybody: '所有人的' },
      },
      state: {
        name: '状态',
        description: '只看进行中、完成或失败的',
        choices: { all: '全部', open: '进行中', done: '完成', failed: '失败' },
      },
    },
  },
  'video show': {
    name: '取回',
    description: '把完成的视频重新发到本频道',
    options: { task: { name: '任务', description: '哪个视频' } },
  },
  'video cancel': {
    name: '取消',
    description: '取消尚未开始生成的视频',
    options: { task: { name: '任务', description: '哪个视频' } },
  },
  'Make a video of this': { name: '用它生成视频', description: '' },
  'Use as reference': { name: '作为参考', description: '' },
};
