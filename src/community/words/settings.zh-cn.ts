import { countdown, orPhrase } from '../../language/phrases.ts';
import type { settingsRefusals as english } from './settings.en.ts';

export const settingsRefusals: typeof english = {
  'settings-changed-since': ({ userId, at }) =>
    `<@${userId}> 刚改过这里（${countdown(at)}），我保留了对方的改动。请重新看看，需要的话再改。`,
  'settings-undo-late': () => '这次改动已超过 30 天，请直接修改设置。',
  'settings-file-invalid': () => '我读不了这个文件。请用 `/settings` 里**导出**的文件。',
  'settings-channel-first': () => '请先选择管理员频道，视频要在那里等待审核。',
  'feature-off': () => '本服务器没有开启这项功能。管理员可以在 `/settings` 里开启。',
  'feature-blocked': () => '管理员不允许你使用这项功能。如有疑问，请联系管理员。',
  'feature-roles': ({ roleIds }) =>
    `需要身份组 ${orPhrase(
      roleIds.map((id) => `<@&${id}>`),
      'zh-CN',
    )} 才能使用。请联系管理员。`,
  'feature-channels': ({ channelIds }) =>
    channelIds.length === 0
      ? '这个频道不能使用这项功能。请问管理员哪里可以。'
      : `只能在 ${orPhrase(
          channelIds.map((id) => `<#${id}>`),
          'zh-CN',
        )} 使用。请去那里试试。`,
  'words-blocked': () => '你的文字里有本服务器屏蔽的词。请换种说法。',
  'settings-undo-overlaps': () => '这里之后又改过。请先撤销较新的改动。',
};
