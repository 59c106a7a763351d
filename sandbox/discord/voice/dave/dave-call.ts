import { readCommit } from './commit.ts';
import { changesOf } from './commit-rules.ts';
import type { DaveAnswer, DaveCall, DaveCallOptions } from './dave-types.ts';
import { type Change, createExternalSender, type Proposal } from './external-sender.ts';
import { forming, type Group, leafOf, members, staleLeaves, withCommitted, withStale } from './group.ts';
import { type KeyPackage, readKeyPackage } from './key-package.ts';
import { MalformedMls, uint8, uint16, uint64, vector } from './mls-bytes.ts';
import { Outbox } from './outbox.ts';
import { Transitions } from './transitions.ts';

const protocolVersion = 1;
/** "You sent a malformed request", the voice close code for what can't be read. */
const badRequest = 4020;
const appendOperation = 0;
const revokeOperation = 1;
const initialTransition = 0;
/** Far enough ahead never to become right. */
const wrongEpochDistance = 1_000n;

interface Client {
  readonly userId: string;
  /** What they can be added with, until the welcome uses it up. */
  keyPackage: KeyPackage | undefined;
}

/**
 * The voice gateway's part in a call's end-to-end encryption, from Discord's DAVE protocol (version 1) and RFC 9420:
 * it proposes who is added and removed, lets the first fitting commit of an epoch win, and hands it round. Commits are
 * checked as far as that's possible without the group's secrets or its tree; the rest is the members'.
 */
export function openDaveCall(options: DaveCallOptions): DaveCall {
  return new Call(options);
}

class Call implements DaveCall {
  readonly #offence: DaveCallOptions['offence'];
  readonly #outbox: Outbox;
  readonly #transitions: Transitions;
  readonly #sender = createExternalSender();
  readonly #groupId: Buffer;
  readonly #clients = new Map<string, Client>();
  #group: Group = forming;
  /** Proposals of this epoch that are neither committed nor revoked. */
  #outstanding: readonly Proposal[] = [];

  constructor(options: DaveCallOptions) {
    this.#offence = options.offence;
    this.#groupId = uint64(BigInt(options.channelId));
    this.#outbox = new Outbox(options.send);
    this.#transitions = new Transitions(options.schedule, (userId, transitionId) =>
      this.#outbox.send(userId, { op: 22, d: { transition_id: transitionId } }),
    );
  }

  get members(): readonly string[] {
    return members(this.#group);
  }

  join(userId: string): void {
    if (this.#clients.has(userId)) this.leave(userId);
    this.#clients.set(userId, { userId, keyPackage: undefined });
    this.#outbox.send(userId, { op: 25, payload: this.#sender.package });
    if (this.#group.stage === 'forming') this.#append([userId], this.#outstanding);
  }

  leave(userId: string): void {
    if (!this.#clients.delete(userId)) return;
    this.#outbox.forget(userId);
    this.#transitions.drop(userId);
    this.#group = withStale(this.#group, userId);
    if (this.#group.stage === 'established' && this.#clients.size === 1) this.#startOver();
    this.#proceed();
  }

  receive(userId: string, answer: DaveAnswer): void {
    const client = this.#clients.get(userId);
    if (!client) return;
    try {
      if (answer.op === 23) this.#transitions.ready(userId, answer.transitionId);
      else if (answer.op === 26) this.#acceptKeyPackage(client, answer.payload);
      else if (answer.op === 28) this.#acceptCommit(client, answer.payload);
      else this.#acceptComplaint(client);
    } catch (error) {
      if (!(error instanceof MalformedMls)) throw error;
      this.#offence(userId, badRequest, `op ${answer.op}: ${error.message}`);
    }
  }

  holdWelcome(): { release(): void } {
    return this.#outbox.holdWelcomes();
  }

  sendWrongEpochProposal(userId: string): void {
    const epoch = this.#group.epoch + wrongEpochDistance;
    const proposal = this.#sender.propose({ kind: 'remove', leafIndex: 0 }, this.#groupId, epoch);
    this.#outbox.send(userId, { op: 27, payload: appendPayload([proposal]) });
  }

  close(): void {
    this.#transitions.close();
    this.#clients.clear();
    this.#outstanding = [];
    this.#group = forming;
  }

  #acceptKeyPackage(client: Client, payload: Buffer): void {
    const keyPackage = readKeyPackage(payload, client.userId);
    if (keyPackage.reference === client.keyPackage?.reference) return;
    client.keyPackage = keyPackage;
    // A member who is in the group already is about to be added again with this one.
    this.#group = withStale(this.#group, client.userId);
    this.#proceed();
  }

  /**
   * Op 31: a member that could not process a commit or a welcome is removed, and added again with their next key package. While no
   * group is established it is about one that is over, and nothing follows.
   */
  #acceptComplaint(client: Client): void {
    this.#transitions.drop(client.userId);
    this.#group = withStale(this.#group, client.userId);
    this.#proceed();
  }

  #acceptCommit(client: Client, payload: Buffer): void {
    const commit = readCommit(payload);
    const committer = this.#committer(client);
    if (!committer) return;
    const group = this.#group;
    const proposals = this.#outstanding.filter((one) => this.#isFor(client.userId, one));
    const expected = { groupId: this.#groupId, epoch: group.epoch, committer, proposals };
    const changes = changesOf(commit, expected);
    if (!changes) return;
    const first = group.stage === 'forming';
    const before = first ? [client.userId] : members(group);
    const leaves = withCommitted(first ? [{ ...committer, stale: false }] : group.leaves, changes);
    const stillPending = first ? this.#pendingAfter(committer.userId, changes) : [];
    this.#revoke(stillPending, this.#outstanding);
    this.#outstanding = [];
    this.#group = { stage: 'established', epoch: group.epoch + 1n, leaves };
    const transition = first ? initialTransition : this.#transitions.begin(this.members);
    this.#announce(transition, commit.bytes, before);
    if (commit.welcome) this.#welcome(transition, commit.welcome.bytes, changes);
    for (const userId of this.members) this.#useUp(userId);
    this.#proceed();
  }

  #committer({ userId, keyPackage }: Client) {
    if (this.#group.stage === 'forming')
      return keyPackage && { userId, leafIndex: 0, signatureKey: keyPackage.signatureKey };
    const leafIndex = leafOf(this.#group, userId);
    const leaf = leafIndex === undefined ? undefined : this.#group.leaves[leafIndex];
    return leafIndex === undefined || !leaf ? undefined : { ...leaf, leafIndex };
  }

  /** Connected people whom the first commit does not add; they hold proposals that it made void. */
  #pendingAfter(committerId: string, changes: readonly Change[]): readonly string[] {
    const inside = new Set(changes.flatMap((change) => (change.kind === 'add' ? [change.userId] : [])));
    return [...this.#clients.keys()].filter((userId) => userId !== committerId && !inside.has(userId));
  }

  #announce(transition: number, commit: Buffer, userIds: readonly string[]): void {
    const payload = Buffer.concat([uint16(transition), commit]);
    for (const userId of userIds) this.#outbox.send(userId, { op: 29, payload });
  }

  #welcome(transition: number, welcome: Buffer, changes: readonly Change[]): void {
    const payload = Buffer.concat([uint16(transition), welcome]);
    for (const change of changes)
      if (change.kind === 'add') this.#outbox.send(change.userId, { op: 30, payload });
  }

  #useUp(userId: string): void {
    const client = this.#clients.get(userId);
    if (client) client.keyPackage = undefined;
  }

  /** "Sole member reset": nobody keeps a group alone. No op 24 for those who just came: their first package is good. */
  #startOver(): void {
    const [last] = members(this.#group);
    this.#transitions.executeAll();
    this.#dissolve();
    if (last === undefined) return;
    this.#outbox.send(last, { op: 24, d: { protocol_version: protocolVersion, epoch: 1 } });
    this.#outbox.send(last, {
      op: 21,
      d: { transition_id: initialTransition, protocol_version: protocolVersion },
    });
  }

  #dissolve(): void {
    this.#group = forming;
    this.#outstanding = [];
  }

  /** Brings the proposals up to date with who's there. */
  #proceed(): void {
    if (this.#group.stage === 'established' && this.members.length === 0) this.#dissolve();
    if (this.#outstanding.some((proposal) => !this.#isCurrent(proposal))) {
      // All at once, and what still holds again: members that revoke a part commit to the rest without a welcome.
      this.#revoke([...this.#clients.keys()], this.#outstanding);
      this.#outstanding = [];
    }
    const wanted = this.#wanted();
    if (wanted.length === 0) return;
    // Members that append a removal to additions commit to both without a welcome: it waits for the next epoch.
    if (this.#outstanding.some(isAddition) && !wanted.some(({ kind }) => kind === 'add')) return;
    const { epoch } = this.#group;
    const proposals = wanted.map((change) => this.#sender.propose(change, this.#groupId, epoch));
    this.#outstanding = [...this.#outstanding, ...proposals];
    this.#append([...this.#clients.keys()], proposals);
  }

  /** Changes that are due but aren't proposed yet. */
  #wanted(): readonly Change[] {
    const proposed = this.#outstanding.map(({ change }) => change);
    const removals = staleLeaves(this.#group)
      .filter((index) => !proposed.some((change) => change.kind === 'remove' && change.leafIndex === index))
      .map((leafIndex): Change => ({ kind: 'remove', leafIndex }));
    const additions = [...this.#clients.values()].flatMap(({ userId, keyPackage }): Change[] => {
      const known = proposed.some((change) => change.kind === 'add' && change.userId === userId);
      return keyPackage && !known ? [{ kind: 'add', userId, keyPackage }] : [];
    });
    return [...removals, ...additions];
  }

  #isCurrent({ change }: Proposal): boolean {
    if (change.kind === 'remove') return true;
    return this.#clients.get(change.userId)?.keyPackage === change.keyPackage;
  }

  /** While a group forms, everybody hears about everybody else; after that, only members hear anything. */
  #isFor(userId: string, { change }: Proposal): boolean {
    if (this.#group.stage === 'established') return leafOf(this.#group, userId) !== undefined;
    return change.kind !== 'add' || change.userId !== userId;
  }

  #append(userIds: readonly string[], proposals: readonly Proposal[]): void {
    for (const userId of userIds) {
      const theirs = proposals.filter((proposal) => this.#isFor(userId, proposal));
      if (theirs.length > 0) this.#outbox.send(userId, { op: 27, payload: appendPayload(theirs) });
    }
  }

  #revoke(userIds: readonly string[], proposals: readonly Proposal[]): void {
    for (const userId of userIds) {
      const theirs = proposals.filter((proposal) => this.#isFor(userId, proposal));
      if (theirs.length > 0) this.#outbox.send(userId, { op: 27, payload: revokePayload(theirs) });
    }
  }
}

function isAddition({ change }: Proposal): boolean {
  return change.kind === 'add';
}

function appendPayload(proposals: readonly Proposal[]): Buffer {
  return Buffer.concat([uint8(appendOperation), vector(...proposals.map(({ message }) => message))]);
}

function revokePayload(proposals: readonly Proposal[]): Buffer {
  const references = proposals.map(({ reference }) => vector(reference));
  return Buffer.concat([uint8(revokeOperation), vector(...references)]);
}
