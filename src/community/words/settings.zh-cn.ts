import { countdown } from '../../language/phrases.ts';
import type { settingsRefusals as english } from './settings.en.ts';

export const settingsRefusals: typeof english = {
  'settings-changed-since': ({ userId, at }) =>
    `<@${userId}> 刚改过这里（${countdown(at)}），我保留了对方的改动。请重新看看，需要的话再改。`,
  'settings-undo-late': () => '这次改动已超过 30 天，请直接修改设置。',
  'settings-undo-overlaps': () => '这里之后又改过。请先撤销较新的改动。',
};
