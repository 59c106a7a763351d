import type { PrivacyRefusal } from '../../refusal/privacy.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const privacyRefusals: RefusalSentences<PrivacyRefusal> = {
  'privacy-owner-only': () =>
    '只有机器人所有者才能替别人这样做。用不带 `person` 的 `/privacy` 处理自己的数据。',
  'privacy-person-invalid': () => '`person` 不是用户 ID。打开开发者模式，从对方的个人资料里复制。',
  'privacy-data-large': ({ limitMegabytes }) =>
    `你的数据超过 ${limitMegabytes} MB，在这里发不出来。请向机器人所有者索取。`,
};
