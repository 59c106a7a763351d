import { createHash } from 'node:crypto';
import { test as base, beforeEach, describe, expect } from 'vitest';
import type { DaveyClient } from './davey-client.ts';
import { expectTogether } from './expect-together.ts';
import { SimulatedCall } from './simulated-call.ts';

const test = base.extend('sent', () => withCommitOnItsWay());

const ann = '1324000000000000101';
const ben = '1324000000000000102';
const cyd = '1324000000000000103';

let room: SimulatedCall;

beforeEach(() => {
  room = new SimulatedCall();
});

/** Two in a group, and a commit of the second to add a third that has not arrived yet. */
function withCommitOnItsWay(): { readonly author: DaveyClient; readonly commit: Buffer } {
  room.join(ann);
  const author = room.join(ben);
  room.join(cyd, false);
  room.hear(cyd);
  room.deliverAll(ben);
  const answer = author.answers.at(-1);
  if (answer?.op !== 28) throw new Error('there is no commit');
  return { author, commit: answer.payload };
}

describe('key packages', () => {
  const keyPackage = (): Buffer => {
    const answer = room.join(ann, false).answers[0];
    if (answer?.op !== 26) throw new Error('there is no key package');
    return answer.payload;
  };

  test.each([
    ['nothing', () => Buffer.alloc(0)],
    ['noise', () => Buffer.alloc(300, 0xa5)],
    ['one that ends early', () => keyPackage().subarray(0, -1)],
    ['one with something behind it', () => Buffer.concat([keyPackage(), Buffer.of(0)])],
    ['another version of MLS', () => altered(keyPackage(), 1)],
    ['another ciphersuite', () => altered(keyPackage(), 3)],
    ['a key that was exchanged', () => altered(keyPackage(), 40)],
    ['a signature that was changed', () => altered(keyPackage(), -20)],
    ["somebody else's", () => renamed(keyPackage(), ann, cyd)],
    ['one that expires', () => keptUntil(keyPackage(), 2n ** 40n)],
  ])('%s is a malformed request', (_, make) => {
    const payload = make();
    if (room.clients.length === 0) room.join(ann, false);
    room.call.receive(ann, { op: 26, payload });
    expect(room.offences).toEqual([{ userId: ann, code: 4020, reason: expect.stringMatching(/^op 26: /) }]);
  });

  test('a member who sent one is not proposed, and a good one afterwards is', () => {
    room.join(ann, false);
    room.call.receive(ann, { op: 26, payload: Buffer.alloc(9) });
    room.offences.splice(0);
    room.join(ben);
    expectTogether(room, [ann, ben]);
  });

  test('the same one twice is proposed once', () => {
    const first = room.join(ann);
    room.join(ben, false);
    room.call.receive(ann, first.answers[0] ?? { op: 23, transitionId: 0 });
    room.settle();
    const operations = room.sent.flatMap(({ message }) =>
      message.op === 27 ? [message.payload.readUInt8()] : [],
    );
    expect(operations).toEqual([0, 0]);
    expectTogether(room, [ann, ben]);
  });
});

describe('commits', () => {
  test.each([
    ['nothing', () => Buffer.alloc(0)],
    ['noise', () => Buffer.alloc(300, 0xa5)],
    ['one that ends early', (commit: Buffer) => commit.subarray(0, 60)],
    ['a welcome that ends early', (commit: Buffer) => commit.subarray(0, -1)],
    ['something behind the welcome', (commit: Buffer) => Buffer.concat([commit, Buffer.of(0)])],
    ['a private message', (commit: Buffer) => altered(commit, 3)],
  ])('%s is a malformed request', (_, make) => {
    const { commit } = withCommitOnItsWay();
    room.call.receive(ben, { op: 28, payload: make(commit) });
    expect(room.offences).toEqual([{ userId: ben, code: 4020, reason: expect.stringMatching(/^op 28: /) }]);
    expect(room.call.members).toEqual([ann, ben]);
  });

  test('of another group, another epoch or another leaf are dropped, and the right one still wins', () => {
    const { commit } = withCommitOnItsWay();
    const groupAt = 5;
    const epochAt = 5 + 8 + 7;
    const leafAt = epochAt + 1 + 1 + 3;
    for (const at of [groupAt, epochAt, leafAt])
      room.call.receive(ben, { op: 28, payload: altered(commit, at) });
    expect(room.call.members).toEqual([ann, ben]);
    expect(room.offences).toEqual([]);
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
  });

  test('sent by somebody who did not make them are dropped', ({ sent: { commit } }) => {
    for (const userId of [ann, cyd, '1324000000000009999'])
      room.call.receive(userId, { op: 28, payload: commit });
    expect(room.call.members).toEqual([ann, ben]);
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
  });

  test('that add somebody without a welcome for them are dropped', ({ sent: { author, commit } }) => {
    const welcomeAt = welcomeOffset(commit);
    room.call.receive(ben, { op: 28, payload: commit.subarray(0, welcomeAt) });
    expect(room.call.members).toEqual([ann, ben]);
    room.settle();
    expectTogether(room, [ann, ben, cyd]);
    expect(author.failures).toEqual([]);
  });

  test('that leave out a proposal are dropped', ({ sent: { commit } }) => {
    room.join('1324000000000000104', false);
    room.hear('1324000000000000104');
    room.call.receive(ben, { op: 28, payload: commit });
    expect(room.call.members).toEqual([ann, ben]);
    room.settle();
    expectTogether(room, [ann, ben, cyd, '1324000000000000104']);
  });

  test('that give their author another signature key or another name are dropped', () => {
    for (const userId of [ann, ben, cyd]) room.join(userId);
    const author = room.clients[1];
    const keyPackage = author?.answers[0];
    // A removal renews the keys of its author, whose leaf is in the commit for that.
    room.leave(cyd, false);
    room.deliverAll(ben);
    const commit = author?.lastCommit ?? Buffer.alloc(0);
    if (keyPackage?.op !== 26) throw new Error('there is no key package');
    // Version, ciphersuite, two keys in front of it; each key is 65 bytes with a length in two.
    const signatureKey = keyPackage.payload.subarray(4 + 2 * 67 + 2, 4 + 3 * 67);
    const keyAt = commit.indexOf(signatureKey);
    expect(keyAt).toBeGreaterThan(0);
    room.call.receive(ben, { op: 28, payload: altered(commit, keyAt + 7) });
    room.call.receive(ben, { op: 28, payload: renamed(commit, ben, ann) });
    expect(room.sent.at(-1)?.message.op).toBe(27);
    room.settle();
    expectTogether(room, [ann, ben]);
  });

  test('name each proposal by the reference that the server computed', ({ sent: { commit } }) => {
    const sent = room.sent.filter(({ message }) => message.op === 27).at(-1)?.message;
    if (!sent || !('payload' in sent)) throw new Error('there is no proposal');
    // Append, a vector with a two-byte length, an MLSMessage: version, then what the reference is over.
    const authenticated = sent.payload.subarray(1 + 2 + 2);
    const label = Buffer.from('MLS 1.0 Proposal Reference');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(0x4000 | authenticated.length);
    const hash = createHash('sha256').update(Buffer.of(label.length)).update(label).update(length);
    expect(commit.includes(hash.update(authenticated).digest())).toBe(true);
  });
});

/** With one byte changed; a negative offset counts from the end. */
function altered(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const offset = at < 0 ? copy.length + at : at;
  copy.writeUInt8((copy.readUInt8(offset) + 1) % 256, offset);
  return copy;
}

function renamed(bytes: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(bytes);
  const identity = Buffer.alloc(8);
  identity.writeBigUInt64BE(BigInt(from));
  const at = copy.indexOf(identity);
  copy.writeBigUInt64BE(BigInt(to), at);
  return copy;
}

function keptUntil(keyPackage: Buffer, notAfter: bigint): Buffer {
  const copy = Buffer.from(keyPackage);
  copy.writeBigUInt64BE(notAfter, copy.indexOf(Buffer.alloc(8, 0xff)));
  return copy;
}

/** A welcome begins with the ciphersuite; what stands before it is the membership tag, a vector of 32 bytes. */
function welcomeOffset(commit: Buffer): number {
  for (let at = commit.length - 3; at > 33; at -= 1)
    if (commit.readUInt16BE(at) === 2 && commit[at - 33] === 32 && commit[at - 66] === 32) return at;
  throw new Error('there is no welcome');
}
