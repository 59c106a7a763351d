import type { ServerSettings } from '../community/server-settings.ts';
import { differencesOf } from '../community/settings-differences.ts';
import { gatedFeatures, type ServerPages, type SettingsEditor } from '../community/settings-pages.ts';
import { container, text } from '../discord/layout.ts';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { ChannelCheck } from '../discord/needed-permissions.ts';
import { BoundedMap } from '../operations/bounded-map.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { SpendingUnit } from '../refusal/spending.ts';
import type { Words } from '../words/index.ts';
import { type Control, type Offered, withValues } from './controls.ts';
import { importedFile } from './transfer.ts';

/** What a server can spend a day at most, and what that costs if there are prices. */
export interface WorstDay {
  readonly worst: readonly { readonly unit: SpendingUnit; readonly most: number | 'unlimited' }[];
  /** Both kinds of videos, if that's less than the two of them come to. */
  readonly videosTogether: number | undefined;
  readonly money: number | 'unlimited' | undefined;
  readonly currency: string;
  /** What has no price. */
  readonly unpriced: readonly SpendingUnit[];
}

export interface SettingsDeskParts {
  readonly settings: ServerSettings;
  /** What this bot has to choose from, in a person's language. */
  readonly offeredIn: (locale: string) => Offered;
  readonly permissionsIn: (guildId: string) => readonly ChannelCheck[];
  readonly worstDayOf: (guildId: string) => Promise<WorstDay>;
  /** What couldn't both be meant in limits, a sentence each. */
  readonly contradictionsIn: (limits: ServerPages['limits'], words: Words) => readonly string[];
  /** The voice of people who chose none; undefined: the bot's. @throws {Refusal} */
  readonly chooseVoice: (editor: SettingsEditor, voice: string | undefined) => Promise<void>;
  /** The file at that address, with a limit on its bytes. */
  readonly download: (url: string, maxBytes: number) => Promise<Uint8Array>;
  readonly messenger: Pick<Messenger, 'post'>;
  readonly clock: Clock;
}

interface Import {
  readonly guildId: string;
  readonly userId: string;
  readonly seen: number;
  readonly settings: ServerPages;
  readonly until: number;
}

/** What keeps a change from being saved before its moderator agrees; nothing, if it was saved. */
interface Unsaved {
  readonly contradictions: readonly string[];
  readonly at: number;
}

const importLifeMs = 15 * 60_000;
const mostImports = 100;

/** What moderators do in `/settings`. */
export class SettingsDesk {
  readonly parts: SettingsDeskParts;
  readonly #imports = new BoundedMap<string, Import>(mostImports);

  constructor(parts: SettingsDeskParts) {
    this.parts = parts;
  }

  /** @throws {Refusal} `settings-changed-since`, or `control-expired` for values that nobody was offered */
  async choose(editor: SettingsEditor, control: Control, values: readonly string[], locale: string) {
    const offered = this.parts.offeredIn(locale);
    if (control.name === 'voice' && control.path[0] === 'speech') {
      await this.parts.chooseVoice(editor, values[0]);
      return;
    }
    await this.parts.settings.change(editor, (before) => {
      const after = withValues(control, before, values, offered);
      if (!after) throw new Refusal({ code: 'control-expired' });
      return after;
    });
  }

  /** Everything on, with the defaults; resolves to where videos wait, if they do. @throws {Refusal} `settings-changed-since` */
  async turnOn(editor: SettingsEditor, reviewed: boolean): Promise<string | undefined> {
    const { access, news } = await this.parts.settings.change(editor, (before) => {
      if (reviewed && before.news.channelId === undefined)
        throw new Refusal({ code: 'settings-channel-first' });
      const on = Object.fromEntries(
        gatedFeatures.map((feature) => [feature, { ...before.access[feature], on: true }]),
      );
      const video: ServerPages['video'] = reviewed ? { ...before.video, review: 'everybody' } : before.video;
      return { ...before, access: { ...before.access, ...on }, video };
    });
    return access.video.on && reviewed ? news.channelId : undefined;
  }

  /** Says hello in the moderators' channel. Resolves to whether that worked. */
  async postTest(channelId: string, sentence: string, nonce: string): Promise<boolean> {
    try {
      await this.parts.messenger.post(channelId, { components: [container([text(sentence)])] }, nonce);
      return true;
    } catch (error) {
      if (error instanceof MessageError) return false;
      throw error;
    }
  }

  /**
   * Takes one change back. If that brings limits which couldn't both be meant, it resolves to them with the revision that they'd
   * follow, and nothing is saved until the same is asked with that revision as `agreedAt`.
   * @throws {Refusal} `settings-undo-late`, `settings-undo-overlaps`, `settings-changed-since`
   */
  async undo(editor: SettingsEditor, revision: number, words: Words, agreedAt?: number): Promise<Unsaved> {
    const { settings, contradictionsIn } = this.parts;
    const before = await settings.read(editor.guildId);
    const after = await settings.without(editor.guildId, revision);
    const known = contradictionsIn(before.limits, words);
    const contradictions = contradictionsIn(after.limits, words).filter((each) => !known.includes(each));
    if (contradictions.length > 0 && agreedAt !== before.revision)
      return { contradictions, at: before.revision };
    await settings.undo(editor, revision);
    return { contradictions: [], at: before.revision };
  }

  /**
   * Keeps what's in a file until its moderator decides. Resolves to what it would change, and to its limits.
   * @throws {Refusal} `settings-file-invalid`
   */
  async readImport(id: string, { guildId, userId }: SettingsEditor, bytes: Uint8Array, locale: string) {
    const settings = importedFile(bytes, this.parts.offeredIn(locale));
    const { revision, latest: _, ...before } = await this.parts.settings.read(guildId);
    const until = this.parts.clock.now() + importLifeMs;
    this.#imports.set(id, { guildId, userId, seen: revision, settings, until });
    return { differences: differencesOf(before, settings), limits: settings.limits };
  }

  /** @throws {Refusal} `control-expired`, `settings-changed-since` */
  async applyImport(id: string, { guildId, userId }: SettingsEditor): Promise<void> {
    const found = this.#imports.get(id);
    const isTheirs = found?.guildId === guildId && found.userId === userId;
    if (!found || !isTheirs || this.parts.clock.now() >= found.until)
      throw new Refusal({ code: 'control-expired' });
    await this.parts.settings.change({ guildId, userId, seen: found.seen }, () => found.settings);
    this.#imports.delete(id);
  }
}
