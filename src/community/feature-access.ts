import { WordFinder } from '../language/word-finder.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { AccessPage, GatedFeature, SettingsPage } from './settings-pages.ts';

/** Someone who wants to use a feature. */
export interface FeatureUse {
  readonly feature: GatedFeature;
  readonly guildId: string;
  readonly userId: string;
  readonly roleIds: readonly string[];
  /** Moderators may use it whatever their roles. */
  readonly isModerator: boolean;
  /** Where it happens: channels with what they're in, and the person's voice channel. */
  readonly channelIds: readonly string[];
  /** What they typed. */
  readonly texts?: readonly string[];
}

/** Whether moderators let people use a feature, here and with these words. The one gate that every use goes through. */
export class FeatureGate {
  readonly #page: Pick<SettingsPage<AccessPage>, 'of'>;
  /** Made once for each list. */
  readonly #finders = new WeakMap<readonly string[], Promise<WordFinder>>();

  constructor(page: Pick<SettingsPage<AccessPage>, 'of'>) {
    this.#page = page;
  }

  /** @throws {Refusal} `feature-off`, `feature-blocked`, `feature-roles`, `feature-channels`, `words-blocked` */
  async assertMayUse(use: FeatureUse): Promise<void> {
    const { feature, userId, roleIds, isModerator, channelIds } = use;
    const page = await this.#page.of(use.guildId);
    const { on, roles, channels, blocked } = page[feature];
    if (!on) throw new Refusal({ code: 'feature-off' });
    if (blocked.includes(userId)) throw new Refusal({ code: 'feature-blocked' });
    const hasRole = roles.length === 0 || roles.some((role) => roleIds.includes(role));
    if (!(hasRole || isModerator)) throw new Refusal({ code: 'feature-roles', roleIds: roles });
    if (channels.length > 0 && !channels.some((channel) => channelIds.includes(channel)))
      throw new Refusal({ code: 'feature-channels', channelIds: channels });
    await this.#assertWords(page.words, use.texts ?? []);
  }

  /** The same about words alone, for what's made of earlier ones. @throws {Refusal} `words-blocked` */
  async assertWords(guildId: string, texts: readonly string[]): Promise<void> {
    await this.#assertWords((await this.#page.of(guildId)).words, texts);
  }

  async mayUse(use: FeatureUse): Promise<boolean> {
    try {
      await this.assertMayUse(use);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  async #assertWords(words: readonly string[], texts: readonly string[]): Promise<void> {
    if (words.length === 0 || texts.length === 0) return;
    const finding = this.#finders.get(words) ?? WordFinder.of(words);
    this.#finders.set(words, finding);
    const finder = await finding;
    if (texts.some((text) => finder.find(text.normalize('NFKC')).length > 0))
      throw new Refusal({ code: 'words-blocked' });
  }
}
