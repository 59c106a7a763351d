import { eventually } from '../../../sandbox/test/support/eventually.ts';
import {
  caseName,
  cases,
  command,
  eachOf,
  forEverybody,
  forModerators,
  plain,
  type Row,
  rules,
  suggest,
} from '../../support/authority-facts.ts';
import { names } from '../../support/authority-stage.ts';
import { aboutCall, callRows, isHeard, pressOf, startAndEnd, switchRow, theirs } from './call-rows.ts';
import { interpreterOnStage, conversationOnStage as kind } from './calls-on-stage.ts';

/** A question to one person is that person's, whoever moderates. */
function aboutQuestion(action: 'allow' | 'deny'): Row {
  return async function* (stage) {
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
      if (outcome.refused === (who === 'member')) yield `${who}: ${plain(outcome)}`;
      if (outcome.refused) await stage.press('member', 'open', `converse:deny:${id}`);
      await asked;
    }
  };
}

/** A voice message that replies to the bot: its answer is stopped by who sent it, and by moderators of its channel. */
const stopReply: Row = async function* (stage) {
  for (const [index, each] of cases.filter(({ from, place }) => from === place).entries()) {
    const id = String(BigInt(stage.written) + BigInt(index));
    const { guildId } = stage.discord;
    const [channelId, userId] = [stage.placeId(each.place), stage.personId(each.owner)];
    await stage.voiceReplies.send(id, { guildId, channelId, userId });
    const outcome = await stage.press(each.who, each.from, `converse:reply-stop:${id}`);
    const isGone = /已失效/.test(outcome.text);
    if (isGone === rules.decides(each)) yield `${caseName(each)}: ${plain(outcome)}`;
  }
};

export const conversationRows: Readonly<Record<string, Row>> = {
  ...callRows(kind),
  'button converse:reply-stop': stopReply,
  'command converse start': eachOf(
    forEverybody(startAndEnd(kind)),
    forModerators('管理消息', startAndEnd(kind, { answers: 'always' })),
    forModerators('管理消息', startAndEnd(kind, { transcript: true })),
  ),
  'suggest converse start voice': forEverybody(suggest('converse start', 'voice')),
  'button converse:switch': switchRow(kind, interpreterOnStage),
  'command converse say': aboutCall(kind, isHeard, command('converse say', { text: 'hi' }), theirs),
  'button converse:hold': aboutCall(kind, isHeard, pressOf(kind, 'hold'), theirs),
  'button converse:done': aboutCall(kind, isHeard, pressOf(kind, 'done'), theirs),
  'button converse:allow': aboutQuestion('allow'),
  'button converse:deny': aboutQuestion('deny'),
  'command converse tools': forModerators('管理服务器', (stage, who) =>
    stage.command(who, 'tended', 'converse tools'),
  ),
};
