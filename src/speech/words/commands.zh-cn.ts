import type { OptionWords } from '../../discord/words/command-words.ts';
import type { SpeechWords } from './speech-words.ts';

const ssml: OptionWords = { name: 'ssml', description: '文字是 SSML：一个 <speak> 元素，可加停顿和重音' };

export const speechCommandWords: SpeechWords['commands'] = {
  speak: { name: 'speak', description: '朗读文字' },
  'speak say': {
    name: 'say',
    description: '在你所在的语音频道里说话',
    options: {
      text: { name: 'text', description: '要说的内容' },
      captions: { name: 'captions', description: '在此显示正在读的词（音色支持时）' },
      ssml,
    },
  },
  'speak file': {
    name: 'file',
    description: '把文字变成音频文件，无需加入语音频道',
    options: {
      text: { name: 'text', description: '要说的内容' },
      format: { name: 'format', description: '文件格式，默认 mp3' },
      sample_rate: { name: 'sample_rate', description: '每秒采样数' },
      bit_rate: { name: 'bit_rate', description: '6 到 510 kbit/s，仅用于 opus' },
      seed: { name: 'seed', description: '相同的数字生成相同的文件；0 到 65535' },
      ai_mark: { name: 'ai_mark', description: '嵌入 AI 生成标记（模型支持时）' },
      ssml,
    },
  },
  'speak skip': { name: 'skip', description: '跳过正在读的内容：你自己的，管理员可跳过任何人的' },
  'speak stop': { name: 'stop', description: '全部停止，并让我离开语音频道' },
  'speak queue': { name: 'queue', description: '查看正在读和排队的内容' },
  'speak voice': {
    name: 'voice',
    description: '选择我为你朗读的方式；不带选项则查看',
    options: {
      voice: { name: 'voice', description: '音色；允许拼写错误' },
      model: { name: 'model', description: '模型；并非每个音色都支持所有模型' },
      rate: { name: 'rate', description: '语速：0.5 到 2，默认 1' },
      pitch: { name: 'pitch', description: '音高：0.5 到 2，默认 1' },
      volume: { name: 'volume', description: '音量：0 到 100，默认 50' },
      language: {
        name: 'language',
        description: '文字的语言，无需音色自行判断时选择',
        choices: {
          zh: '中文',
          en: '英语',
          fr: '法语',
          de: '德语',
          ja: '日语',
          ko: '韩语',
          ru: '俄语',
          pt: '葡萄牙语',
          th: '泰语',
          id: '印尼语',
          vi: '越南语',
        },
      },
      instruction: { name: 'instruction', description: '说话的方式（方言、情绪、性格），音色支持时有效' },
      scope: {
        name: 'scope',
        description: '只为你，或为本服务器中没有设置的人（需要管理服务器权限）',
        choices: { me: '为我', server: '为本服务器' },
      },
      reset: { name: 'reset', description: '忘记之前的选择' },
    },
  },
  'speak channel': {
    name: 'channel',
    description: '朗读一个文字频道（需要管理服务器权限）；不带选项则查看',
    options: {
      read: { name: 'read', description: '开启或关闭' },
      channel: { name: 'channel', description: '哪个文字频道，默认本频道' },
      into: { name: 'into', description: '哪个语音频道，默认作者所在的频道' },
      names: {
        name: 'names',
        description: '何时说出是谁写的',
        choices: { changed: '换人时', always: '每次', never: '从不' },
      },
      role: { name: 'role', description: '仅限拥有此身份组的人' },
      in_voice: { name: 'in_voice', description: '仅限在该语音频道中的人' },
      bots: { name: 'bots', description: '也朗读机器人和 Webhook 的消息' },
      emoji: { name: 'emoji', description: '读出表情的名称' },
      max_seconds: { name: 'max_seconds', description: '每条消息大约最多读多少秒' },
      except: { name: 'except', description: '不读以此开头的消息' },
      captions: { name: 'captions', description: '显示正在读的词（音色支持时）' },
    },
  },
  'speak pronounce': {
    name: 'pronounce',
    description: '这里的词怎么读；不带选项则查看列表',
    options: {
      word: { name: 'word', description: '书写的词' },
      as: { name: 'as', description: '读作什么（需要管理服务器权限）' },
      pinyin: { name: 'pinyin', description: '带声调数字的拼音，用于支持它的音色' },
      remove: { name: 'remove', description: '恢复按原样朗读（需要管理服务器权限）' },
    },
  },
  'Speak this': { name: '朗读这条消息' },
};
