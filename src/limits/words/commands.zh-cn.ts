import type { Translated } from '../../language/languages.ts';
import type { limitsCommandWords as english } from './commands.en.ts';

export const limitsCommandWords = {
  limits: { name: 'limits', description: '设置本服务器的使用额度，或暂停付费功能' },
  usage: {
    name: 'usage',
    description: '查看你用了多少、还剩多少',
    options: {
      whose: {
        name: 'whose',
        description: '查看谁的用量（默认：自己的）',
        choices: { mine: '我的', server: '本服务器的（管理员）' },
      },
    },
  },
} satisfies Translated<typeof english>;
