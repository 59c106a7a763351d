import { spaced } from '../../language/marks.ts';
import type { Named, ReadingPhrases } from './reading.en.ts';

const relative = new Intl.RelativeTimeFormat('zh-CN', { numeric: 'always' });

const people = (who: Named) => ('names' in who ? who.names.join('和') : `${who.count} 个人`);

export const readingPhrases = {
  locale: 'zh-CN',
  link: '一个链接',
  code: '代码',
  spoiler: '剧透内容',
  somebody: '某人',
  someRole: '某个身份组',
  someChannel: '某个频道',
  everyone: '所有人',
  here: '在线的人',
  command: (name) => `命令 ${name}`,
  emoji: (name) => name,
  images: (count) => `${count} 张图片`,
  videos: (count) => `${count} 个视频`,
  sounds: (count) => `${count} 个音频文件`,
  files: (count) => `${count} 个文件`,
  hiddenFiles: (count) => `${count} 个隐藏文件`,
  sticker: (name) => `贴纸 ${name}`,
  poll: (question) => `一个投票：${question}`,
  forwarded: (text) => (text === '' ? '一条转发的消息' : `转发：${text}`),
  embed: '一张卡片',
  said: (name, text) => `${spaced(`${name}说`)}：${text}`,
  joined: (who) => spaced(`${people(who)}加入了。`),
  left: (who) => spaced(`${people(who)}离开了。`),
  andSoOn: '等等',
  unit: (value, unit) => spaced(relative.format(value, unit)),
} satisfies ReadingPhrases;
