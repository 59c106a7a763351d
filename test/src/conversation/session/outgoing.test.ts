import { describe, expect, it } from 'vitest';
import { OutgoingTurn } from '../../../../src/conversation/session/outgoing.ts';
import { FakeSession } from '../../../support/fake-conversation.ts';

const sound = (mark: number) => new Uint8Array(3_200).fill(mark);
const session = () => new FakeSession({ model: 'xq3.5-omni-realtime' }, {});
const marksOf = ({ appended }: FakeSession) => appended.map(([mark]) => mark);

describe('what people say', () => {
  it('while no session stands is given to the next one, the last of it, in order', () => {
    const outgoing = new OutgoingTurn(5_000);
    outgoing.endTurn();
    for (let count = 0; count < 80; count += 1) outgoing.append(sound(count + 1));
    outgoing.endTurn();
    const next = session();
    outgoing.giveTo(next, 0);
    expect(next.appendedMs).toBe(5_000);
    expect(next.appended[0]?.[0]).toBe(31);
    expect(next.log.slice(-2)).toEqual(['commit', 'respond']);
    expect(next.log.indexOf('commit')).toBe(50);
    outgoing.giveTo(next, 0);
    expect(next.appendedMs).toBe(5_000);
  });

  it('when a session ends in mid-sentence is given to the next one whole, with what follows', () => {
    const outgoing = new OutgoingTurn();
    outgoing.given(sound(1), 1_000);
    outgoing.given(sound(2), 1_100);
    expect(outgoing.takeBack(2_000)).toBe(true);
    outgoing.append(sound(3));
    const [next, another] = [session(), session()];
    outgoing.giveTo(next, 3_000);
    expect(marksOf(next)).toEqual([1, 2, 3]);
    expect(outgoing.takeBack(3_500)).toBe(true);
    outgoing.giveTo(another, 4_000);
    expect(marksOf(another)).toEqual([1, 2, 3]);
  });

  it("isn't given again once the service has it as a turn, nor when it was long ago", () => {
    const outgoing = new OutgoingTurn();
    outgoing.given(sound(1), 0);
    outgoing.committed();
    expect(outgoing.takeBack(100)).toBe(false);
    outgoing.given(sound(2), 1_000);
    expect(outgoing.takeBack(60_000)).toBe(false);
    outgoing.given(sound(3), 60_000);
    outgoing.given(sound(4), 90_000);
    expect(outgoing.takeBack(90_100)).toBe(true);
    const next = session();
    outgoing.giveTo(next, 90_200);
    expect(marksOf(next)).toEqual([4]);
  });

  it('and was given already goes with them when they leave', () => {
    const outgoing = new OutgoingTurn();
    outgoing.voiced('ann');
    outgoing.given(sound(1), 0);
    outgoing.withdraw('ben');
    outgoing.withdraw('ann');
    expect(outgoing.takeBack(100)).toBe(false);
  });
});
