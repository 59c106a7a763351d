import {
  type Case,
  caseName,
  cases,
  forEverybody,
  isOwn,
  menu,
  plain,
  type Row,
  rules,
} from '../../support/authority-facts.ts';
import type { AuthorityStage } from '../../support/authority-stage.ts';

/** Under an answer that only its person sees: whoever may not is told what stands for a button that's gone. */
function aboutRecording(
  action: string,
  isOver: boolean,
  may: (each: Case) => boolean,
  all: readonly Case[],
): Row {
  return async function* (stage) {
    for (const each of all) {
      const id = await recordingOf(stage, each, isOver);
      const customId = `interpret:recording-${action}:${id}`;
      const outcome =
        action === 'language'
          ? await stage.choose(each.who, each.from, customId, ['fr'])
          : await stage.press(each.who, each.from, customId);
      const isGone = /已失效/.test(outcome.text);
      if (isGone === may(each)) yield `${caseName(each)}: ${plain(outcome)}`;
    }
  };
}

/** Somebody asks in a channel what a message says. Resolves to the id of their answer. */
async function recordingOf(stage: AuthorityStage, { owner, place }: Case, isOver: boolean): Promise<string> {
  const channelId = stage.placeId(place);
  const id = String(BigInt(stage.written) + BigInt(stage.recordings.hearings.length + 1));
  const panel = { channelId, applicationId: '1', token: undefined, tokenExpiresAt: 0 };
  await stage.recordings.desk.hear(
    {
      ...{ id, reference: 'R', guildId: stage.discord.guildId, channelId, userId: stage.personId(owner) },
      ...{ locale: 'en-US', publicLocale: 'en-US', panel, attachmentLimitBytes: 1 },
    },
    { messageId: '1', channelId, authorId: '2', url: 'http://127.0.0.1/', bytes: 1, seconds: 1 },
  );
  if (isOver) stage.recordings.hearings.at(-1)?.stop('deleted');
  return id;
}

const there = cases.filter(({ from, place }) => from === place);
const inOpen = there.filter(({ place }) => place === 'open');

export const recordingRows: Readonly<Record<string, Row>> = {
  'menu What does it say?': forEverybody(menu('What does it say?')),
  'button interpret:recording-translate': forEverybody((stage, who) =>
    stage.press(who, 'open', `interpret:recording-translate:${stage.written}`),
  ),
  'button interpret:recording-stop': aboutRecording('stop', false, rules.decides, there),
  'button interpret:recording-cancel': aboutRecording('cancel', false, rules.decides, there),
  'select interpret:recording-language': aboutRecording('language', true, isOwn, inOpen),
  'button interpret:recording-share': aboutRecording('share', true, isOwn, inOpen),
  'button interpret:recording-read': aboutRecording('read', true, isOwn, inOpen),
  'button interpret:recording-file': aboutRecording('file', true, isOwn, inOpen),
};
