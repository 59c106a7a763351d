import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { NeverHeard } from '../community/never-heard.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { Region } from '../service/regions.ts';
import type { Collection } from '../storage/collection.ts';
import type { Erasure, ErasureProof } from './erasure.ts';
import { dataFileOf, type OwnData, type PersonalDataParts, readOwnData } from './personal-data.ts';

export interface PrivacyParts extends PersonalDataParts {
  readonly erasure: Erasure;
  readonly neverHeard: NeverHeard;
  /** People whose recordings are nobody's to write down. */
  readonly neverWritten: NeverHeard;
  /** What people's recordings say, for those who let the bot keep it for a day. */
  readonly keptTexts: {
    keptSince(userId: string): Promise<number | undefined>;
    keepThose(userId: string): Promise<void>;
    dropThose(userId: string): Promise<void>;
  };
  readonly consents: Pick<Collection<unknown>, 'delete'>;
  /** Stops hearing a person in every call of every server. */
  readonly stopHearing: readonly ((userId: string) => Promise<void>)[];
  readonly isOwner: (userId: string) => Promise<boolean>;
  readonly region: Region;
  readonly keepDays: number;
  readonly videoKeepHours: number;
}

/** One person asks about one person: themselves, or the bot's owner about anybody. */
export interface PrivacyAsk {
  readonly by: string;
  readonly about: string;
}

const bytesPerMegabyte = 1024 * 1024;
/** Larger files are packed. */
const readableBytes = bytesPerMegabyte;

/** What people do about their own data. */
export class PrivacyDesk {
  readonly region: Region;
  readonly keepDays: number;
  readonly videoKeepHours: number;
  readonly #parts: PrivacyParts;

  constructor(parts: PrivacyParts) {
    this.#parts = parts;
    this.region = parts.region;
    this.keepDays = parts.keepDays;
    this.videoKeepHours = parts.videoKeepHours;
  }

  /** @throws {Refusal} `privacy-owner-only`, `privacy-person-invalid` */
  async assertMay({ by, about }: PrivacyAsk): Promise<void> {
    if (by === about) return;
    if (!(await this.#parts.isOwner(by))) throw new Refusal({ code: 'privacy-owner-only' });
    if (!/^\d{15,25}$/.test(about)) throw new Refusal({ code: 'privacy-person-invalid' });
  }

  async read(ask: PrivacyAsk): Promise<OwnData> {
    await this.assertMay(ask);
    return await readOwnData(ask.about, this.#parts);
  }

  /** Since when they're never heard; undefined if they may be asked. */
  neverHeardSince(userId: string): number | undefined {
    return this.#parts.neverHeard.sinceOf(userId);
  }

  /** At once, everywhere, for good. What they agreed to before is over. @throws StoreError; they still aren't heard */
  async neverListen(userId: string): Promise<void> {
    const { neverHeard, consents, store } = this.#parts;
    const refused = neverHeard.refuse(userId);
    await Promise.all([refused, this.#stopHearing(userId), this.#parts.keptTexts.dropThose(userId)]);
    for await (const { collection, id } of store.recordsOf({ userId }))
      if (collection === 'consents') await consents.delete(id);
  }

  /** They may be asked again. */
  async listenAgain(userId: string): Promise<void> {
    await this.#parts.neverHeard.allow(userId);
  }

  /** Since when their recordings are nobody's to write down; undefined if they may be. */
  neverWrittenSince(userId: string): number | undefined {
    return this.#parts.neverWritten.sinceOf(userId);
  }

  /** At once, everywhere, for everyone who asks, and for what's being heard. @throws StoreError; they still aren't written down */
  async neverWrite(userId: string): Promise<void> {
    const { neverWritten, keptTexts } = this.#parts;
    await Promise.all([neverWritten.refuse(userId), keptTexts.dropThose(userId)]);
  }

  /** Since when what their recordings say is kept for a day; undefined if it isn't. */
  async textsKeptSince(userId: string): Promise<number | undefined> {
    return await this.#parts.keptTexts.keptSince(userId);
  }

  /** @throws StoreError */
  async keepTexts(userId: string): Promise<void> {
    await this.#parts.keptTexts.keepThose(userId);
  }

  /** Also those that are there. @throws StoreError; then it can be repeated */
  async dropTexts(userId: string): Promise<void> {
    await this.#parts.keptTexts.dropThose(userId);
  }

  /** @throws StoreError; then they still aren't written down */
  async writeAgain(userId: string): Promise<void> {
    await this.#parts.neverWritten.allow(userId);
  }

  /**
   * Their data as a file of at most that size.
   * @throws {Refusal} `privacy-data-large`
   */
  async dataFile(
    ask: PrivacyAsk,
    limitBytes: number,
  ): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
    const plain = await dataFileOf(ask.about, await this.read(ask), this.#parts.clock);
    if (plain.byteLength <= Math.min(readableBytes, limitBytes))
      return { name: 'my-data.json', bytes: plain };
    const packed = await promisify(gzip)(plain);
    if (packed.byteLength <= limitBytes) return { name: 'my-data.json.gz', bytes: packed };
    const limitMegabytes = Math.floor(limitBytes / bytesPerMegabyte);
    throw new Refusal({ code: 'privacy-data-large', limitMegabytes });
  }

  /** @param id of this request @throws {Refusal} @throws StoreError; then it can be repeated */
  async forget(ask: PrivacyAsk, id: string): Promise<ErasureProof> {
    await this.assertMay(ask);
    const { neverHeard, neverWritten, erasure } = this.#parts;
    await this.#stopHearing(ask.about);
    const proof = await erasure.forget(ask.about, ask.by === ask.about ? 'person' : 'owner', id);
    neverHeard.forget(ask.about);
    neverWritten.forget(ask.about);
    return proof;
  }

  /** Lets go of what this process holds, because another one forgets them. */
  async forgetHere(userId: string): Promise<void> {
    await this.#stopHearing(userId);
    await this.#parts.erasure.forgetHere(userId);
  }

  async #stopHearing(userId: string): Promise<void> {
    await Promise.all(this.#parts.stopHearing.map(async (stop) => await stop(userId)));
  }
}
