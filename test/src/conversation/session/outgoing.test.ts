import { expect, it } from 'vitest';
import { OutgoingWhileClosed } from '../../../../src/conversation/session/outgoing.ts';
import { FakeSession } from '../../../support/fake-conversation.ts';

it('what was said while no session stood is given to the next one, the last five seconds, in order', () => {
  const outgoing = new OutgoingWhileClosed();
  outgoing.endTurn();
  for (let count = 0; count < 80; count += 1) outgoing.append(new Uint8Array(3_200).fill(count + 1));
  outgoing.endTurn();
  const session = new FakeSession({ model: 'xq3.5-omni-realtime' }, {});
  outgoing.giveTo(session);
  expect(session.appendedMs).toBe(5_000);
  expect(session.appended[0]?.[0]).toBe(31);
  expect(session.log.slice(-2)).toEqual(['commit', 'respond']);
  expect(session.log.indexOf('commit')).toBe(50);
  outgoing.giveTo(session);
  expect(session.appendedMs).toBe(5_000);
});
