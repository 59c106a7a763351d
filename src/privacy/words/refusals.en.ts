import type { PrivacyRefusal } from '../../refusal/privacy.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const privacyRefusals: RefusalSentences<PrivacyRefusal> = {
  'privacy-owner-only': () =>
    "Only the bot's owner can do that for other people. Run `/privacy` without `person` for yourself.",
  'privacy-person-invalid': () =>
    "`person` isn't a user ID. Turn on Developer Mode and copy it from their profile.",
  'privacy-data-large': ({ limitMegabytes }) =>
    `Your data is larger than ${limitMegabytes} MB, and I can't post that here. Ask the bot's owner for it.`,
};
