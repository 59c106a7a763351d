import type { Translated } from '../../language/languages.ts';
import type { moderationCommandWords as english } from './commands.en.ts';

export const moderationCommandWords: Translated<typeof english> = {
  settings: {
    name: 'settings',
    description: '修改本服务器的设置，或撤销改动',
    options: {
      page: {
        name: 'page',
        description: '要打开的页面（默认：初始设置）',
        choices: {
          start: '初始设置',
          video: '视频',
          speech: '朗读',
          conversation: '对话',
          interpreter: '同声传译',
          knowledge: '知识库',
          news: '动态与屏蔽词',
          changes: '改动、导出和导入',
        },
      },
      import: { name: 'import', description: '导出的设置文件' },
    },
  },
  'Report to moderators': { name: '向管理员举报' },
  help: { name: 'help', description: '看看你在这里能做什么' },
};
