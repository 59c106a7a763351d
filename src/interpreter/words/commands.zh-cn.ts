import type { InterpreterWords } from './en.ts';

export const interpretCommandWords = {
  interpret: { name: 'interpret', description: '语音频道实时口译：念出译文，也有字幕' },
  'interpret start': {
    name: 'start',
    description: '在你的语音频道开始口译；我只听按下“加入”的人说话',
    options: {
      languages: { name: 'languages', description: '大家说的语言，例如“英语、德语”' },
      spoken: {
        name: 'spoken',
        description: '什么时候念出译文（默认：没人说话时）',
        choices: { 'in-pauses': '没人说话时', 'over-people': '马上念，有人说话也一样', off: '不念' },
      },
      spoken_in: { name: 'spoken_in', description: '只念这些语言的译文' },
      voice: { name: 'voice', description: '念译文用的音色（默认：AI 服务自带）' },
      captions: {
        name: 'captions',
        description: '字幕写在哪里（默认：一个子区）',
        choices: { 'one-thread': '一个子区', 'thread-per-language': '每种语言一个子区', off: '不要字幕' },
      },
      original: { name: 'original', description: '译文上方显示原文（默认：开启）' },
      same_language: { name: 'same_language', description: '说同一种语言时也显示字幕（默认：关闭）' },
      transcript: { name: 'transcript', description: '结束时附上全文文件（仅限管理员，默认：关闭）' },
    },
  },
  'interpret me': {
    name: 'me',
    description: '选择你说什么语言、想看什么语言',
    options: {
      speaks: { name: 'speaks', description: '你说的语言' },
      reads: { name: 'reads', description: '你想听、想看的语言（默认：你说的语言）' },
      own_captions: { name: 'own_captions', description: '自己的语言也显示字幕' },
    },
  },
  'interpret join': { name: 'join', description: '加入口译，让我听到你' },
  'interpret leave': { name: 'leave', description: '退出口译，我立刻听不到你' },
  'interpret show': {
    name: 'show',
    description: '给我看一张大家正在聊的图片',
    options: { image: { name: 'image', description: 'JPEG、PNG、WebP 或 BMP' } },
  },
  'interpret status': { name: 'status', description: '看看正在给谁翻译、还剩多少分钟' },
  'interpret stop': { name: 'stop', description: '结束口译' },
  'interpret glossary': {
    name: 'glossary',
    description: '查看或修改本服务器的名字和术语（修改需要“管理服务器”权限）',
    options: {
      term: { name: 'term', description: '名字或术语的正确写法' },
      heard: { name: 'heard', description: '常听成什么，用逗号隔开' },
      remove: { name: 'remove', description: '删除这条术语' },
    },
  },
  'interpret channel': {
    name: 'channel',
    description: '查看或设置是否把频道里的语音消息写成文字（设置需要“管理服务器”权限）',
    options: {
      write: { name: 'write', description: '开启或关闭' },
      channel: { name: 'channel', description: '文字频道（默认：当前频道）' },
      language: { name: 'language', description: '写成哪种语言（默认：按原话写，带翻译按钮）' },
    },
  },
  'What does it say?': { name: '这条说了什么？' },
} satisfies InterpreterWords['commands'];
