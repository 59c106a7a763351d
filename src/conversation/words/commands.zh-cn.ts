import type { ConversationWords } from './en.ts';

export const conversationCommandWords = {
  converse: { name: 'converse', description: '在语音频道里和 AI 聊天' },
  'converse start': {
    name: 'start',
    description: '在你的语音频道开始对话；我只听按下“加入”的人说话',
    options: {
      model: { name: 'model', description: '使用的模型（默认：最新）' },
      voice: { name: 'voice', description: '回答用的音色（默认：模型自带）' },
      persona: { name: 'persona', description: '我该扮演谁，例如“耐心的象棋教练”' },
      reply: {
        name: 'reply',
        description: '我怎么回答（默认：语音）',
        choices: { voice: '语音', text: '只用文字' },
      },
      turns: {
        name: 'turns',
        description: '我怎么知道对方说完了',
        choices: {
          voice: '安静下来就算说完',
          semantic: '听起来说完了',
          'push-to-talk': '按下“说完了”（按键发言）',
        },
      },
      threshold: { name: 'threshold', description: '多大声算说话：-1 到 1，越低越灵敏' },
      silence: { name: 'silence', description: '安静多少毫秒算说完：200 到 6000（默认 800）' },
      search: {
        name: 'search',
        description: '联网搜索答案（默认：关闭）；开启后其他工具不可用',
        choices: { off: '关闭', on: '开启', 'with-sources': '开启，并附上链接' },
      },
      name: { name: 'name', description: '叫我什么我会答应（默认：我在这里的名字）' },
      answers: {
        name: 'answers',
        description: '我什么时候回答（仅限管理员）',
        choices: { auto: '两人以上时叫名字才回答', always: '总是回答', 'by-name': '叫名字才回答' },
      },
      interruptions: { name: 'interruptions', description: '说话时能打断我（默认：开启）' },
      interrupt_role: { name: 'interrupt_role', description: '只有这个身份组可以打断我' },
      transcript: { name: 'transcript', description: '在子区里写文字记录（仅限管理员，默认：关闭）' },
    },
  },
  'converse stop': { name: 'stop', description: '结束对话' },
  'converse status': { name: 'status', description: '看看谁在对话、还剩多少分钟' },
  'converse say': {
    name: 'say',
    description: '不说话，打字也行',
    options: { text: { name: 'text', description: '要说的话' } },
  },
  'converse join': { name: 'join', description: '加入对话，让我听到你' },
  'converse leave': { name: 'leave', description: '退出对话，我立刻听不到你' },
  'converse show': {
    name: 'show',
    description: '给我看一张图片，边看边聊',
    options: { image: { name: 'image', description: 'JPEG、PNG、WebP 或 BMP' } },
  },
  'converse tools': {
    name: 'tools',
    description: '选择对话时我能做什么（需要“管理服务器”权限）',
    options: {
      tool: {
        name: 'tool',
        description: '要开关的工具',
        choices: {
          search_knowledge: '搜索知识库',
          start_video: '生成视频',
          post_message: '在频道发消息',
          who_is_here: '看看谁在',
          set_timer: '设置计时器',
        },
      },
      enabled: { name: 'enabled', description: '开启或关闭' },
    },
  },
} satisfies ConversationWords['commands'];
