import type { SpeechWords } from './en.ts';

const ssml = { name: 'ssml', description: '文字是 SSML：整段放在 <speak> 里，可标停顿和重音' };

export const speechCommandWords = {
  speak: { name: 'speak', description: '朗读文字' },
  'speak say': {
    name: 'say',
    description: '在你所在的语音频道朗读文字',
    options: {
      text: { name: 'text', description: '要朗读的文字' },
      captions: { name: 'captions', description: '在这里显示实时字幕（音色支持时）' },
      ssml,
    },
  },
  'speak file': {
    name: 'file',
    description: '把文字变成语音消息或音频文件',
    options: {
      text: { name: 'text', description: '要朗读的文字' },
      format: { name: 'format', description: '文件格式（默认：我有权限时发语音消息）' },
      sample_rate: { name: 'sample_rate', description: '采样率，单位 Hz' },
      bit_rate: { name: 'bit_rate', description: '比特率，6 到 510 kbit/s（仅限 opus）' },
      seed: { name: 'seed', description: '种子：数字相同，文件相同（0 到 65535）' },
      ai_mark: { name: 'ai_mark', description: '嵌入 AI 水印（模型支持时）' },
      ssml,
    },
  },
  'speak skip': { name: 'skip', description: '跳过正在读的文字；管理员可以跳过任何人的' },
  'speak stop': { name: 'stop', description: '停止朗读并离开语音频道' },
  'speak queue': { name: 'queue', description: '查看正在读什么、接下来读什么' },
  'speak voice': {
    name: 'voice',
    description: '修改或查看你的朗读设置',
    options: {
      voice: { name: 'voice', description: '使用的音色' },
      model: { name: 'model', description: '使用的模型；不是每个音色都支持所有模型' },
      rate: { name: 'rate', description: '语速，0.5 到 2（默认 1）' },
      pitch: { name: 'pitch', description: '音高，0.5 到 2（默认 1）' },
      volume: { name: 'volume', description: '音量，0 到 100（默认 50）' },
      language: {
        name: 'language',
        description: '文字的语言（默认：由音色判断）',
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
      instruction: { name: 'instruction', description: '方言、情绪或角色（音色支持时）' },
      scope: {
        name: 'scope',
        description: '只用于自己，或设为本服务器默认（需要“管理服务器”权限）',
        choices: { me: '只用于自己', server: '本服务器默认' },
      },
      reset: { name: 'reset', description: '恢复默认设置' },
    },
  },
  'speak channel': {
    name: 'channel',
    description: '查看或修改文字频道的朗读设置（修改需要“管理服务器”权限）',
    options: {
      read: { name: 'read', description: '开启或关闭' },
      channel: { name: 'channel', description: '要朗读的文字频道（默认：本频道）' },
      into: { name: 'into', description: '在哪个语音频道里读（默认：作者所在的）' },
      names: {
        name: 'names',
        description: '什么时候报作者的名字',
        choices: { changed: '换人时', always: '每次', never: '从不' },
      },
      role: { name: 'role', description: '只读有这个身份组的人' },
      in_voice: { name: 'in_voice', description: '只读在这个语音频道里的人' },
      bots: { name: 'bots', description: '也读机器人和 Webhook 的消息' },
      emoji: { name: 'emoji', description: '读出表情符号的名字' },
      max_seconds: { name: 'max_seconds', description: '每条消息大约读多少秒' },
      except: { name: 'except', description: '不读以这个开头的消息' },
      captions: { name: 'captions', description: '显示正在读的词（音色支持时）' },
      joins: { name: 'joins', description: '播报谁加入和离开语音频道' },
    },
  },
  'speak pronounce': {
    name: 'pronounce',
    description: '查看或修改本服务器的读音',
    options: {
      word: { name: 'word', description: '要改读音的词' },
      as: { name: 'as', description: '读作什么（需要“管理服务器”权限）' },
      pinyin: { name: 'pinyin', description: '带声调数字的拼音（音色支持时）' },
      remove: { name: 'remove', description: '删除这个词的读音（需要“管理服务器”权限）' },
    },
  },
  'Speak this': { name: '朗读这条消息' },
} satisfies SpeechWords['commands'];
