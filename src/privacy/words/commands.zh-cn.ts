import type { PrivacyWords } from './en.ts';

export const privacyCommandWords = {
  privacy: {
    name: 'privacy',
    description: '看我保存了你的什么，下载成文件，或者全部删除',
    options: {
      person: { name: 'person', description: '别人的用户 ID（仅限机器人所有者）' },
    },
  },
} satisfies PrivacyWords['commands'];
