import { eventually } from '../../../sandbox/test/support/eventually.ts';
import {
  caseName,
  cases,
  forEverybody,
  forNames,
  isModerated,
  isOwn,
  moderators,
  plain,
  type Row,
} from '../../support/authority-facts.ts';
import { names } from '../../support/authority-stage.ts';
import { aboutCall, callRows, isHeard, startAndEnd, switchRow } from './call-rows.ts';
import { interpreterOnStage, conversationOnStage as kind } from './calls-on-stage.ts';

/** A question to one person is that person's, whoever moderates. */
function aboutQuestion(action: 'allow' | 'deny'): Row {
  return async (stage) => {
    const wrong: string[] = [];
    for (const who of names) {
      const open = stage.placeId('open');
      const asked = stage.questions.ask(
        {
          request: {
            id: `call of ${who}`,
            textChannelId: open,
            panelChannelId: open,
            publicLocale: 'en-US',
          },
          userId: stage.personId('member'),
          sentence: `May I? ${action} ${who}`,
          yes: 'Yes',
        },
        AbortSignal.timeout(20_000),
      );
      const find = () =>
        stage.discord.state
          .messages(open)
          .slice(-20)
          .map(({ components }) => JSON.stringify(components ?? []))
          .find((text) => text.includes(`May I? ${action} ${who}"`));
      await eventually(() => find() !== undefined, 'the question');
      const [, id = ''] = new RegExp(`converse:${action}:([^"]+)`).exec(find() ?? '') ?? [];
      const outcome = await stage.press(who, 'open', `converse:${action}:${id}`);
      if (outcome.refused === (who === 'member')) wrong.push(`${who}: ${plain(outcome)}`);
      if (outcome.refused) await stage.press('member', 'open', `converse:deny:${id}`);
      await asked;
    }
    return wrong;
  };
}

const theirs = /先按\*\*加入\*\*/;

/** A voice message that replies to the bot: its answer is stopped by who sent it, and by moderators of its channel. */
const stopReply: Row = async (stage) => {
  const wrong: string[] = [];
  for (const [index, each] of cases.filter(({ from, place }) => from === place).entries()) {
    const id = String(BigInt(stage.written) + BigInt(index));
    const { guildId } = stage.discord;
    const [channelId, userId] = [stage.placeId(each.place), stage.personId(each.owner)];
    await stage.voiceReplies.send(id, { guildId, channelId, userId });
    const outcome = await stage.press(each.who, each.from, `converse:reply-stop:${id}`);
    const isGone = /已失效/.test(outcome.text);
    if (isGone === (isOwn(each) || isModerated(each))) wrong.push(`${caseName(each)}: ${plain(outcome)}`);
  }
  return wrong;
};

export const conversationRows: Readonly<Record<string, Row>> = {
  ...callRows(kind),
  'button converse:reply-stop': stopReply,
  'command converse start': async (stage) => [
    ...(await forEverybody((_, who) => startAndEnd(stage, kind, who))(stage)),
    ...(await forNames(
      (who) => moderators.includes(who),
      '管理消息',
      (_, who) => startAndEnd(stage, kind, who, { answers: 'always' }),
    )(stage)),
    ...(await forNames(
      (who) => moderators.includes(who),
      '管理消息',
      (_, who) => startAndEnd(stage, kind, who, { transcript: true }),
    )(stage)),
  ],
  'suggest converse start voice': forEverybody((stage, who) =>
    stage.suggest(who, 'open', 'converse start', 'voice'),
  ),
  'button converse:switch': switchRow(kind, interpreterOnStage),
  'command converse say': aboutCall(
    kind,
    isHeard,
    (stage, who) => stage.command(who, 'open', 'converse say', { text: 'hi' }),
    theirs,
  ),
  'button converse:hold': aboutCall(
    kind,
    isHeard,
    (stage, who, id) => stage.press(who, 'open', `converse:hold:${id}`),
    theirs,
  ),
  'button converse:done': aboutCall(
    kind,
    isHeard,
    (stage, who, id) => stage.press(who, 'open', `converse:done:${id}`),
    theirs,
  ),
  'button converse:allow': aboutQuestion('allow'),
  'button converse:deny': aboutQuestion('deny'),
  'command converse tools': forNames(
    (who) => moderators.includes(who),
    '管理服务器',
    (stage, who) => stage.command(who, 'tended', 'converse tools'),
  ),
};
