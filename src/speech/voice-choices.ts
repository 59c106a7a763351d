import type { GuildSpeechSettings, VoiceChoice } from '../community/speech-settings.ts';
import { Turns } from '../operations/turns.ts';
import type { SynthesisModel } from '../service/synthesis/models.ts';
import type { Collection } from '../storage/collection.ts';
import type { VoiceBook } from './voice-book.ts';
import { changedChoice, type Sound, soundOf } from './voice-choice.ts';

/** Who may have decided how something sounds. */
export const deciders = ['person', 'guild', 'operator'] as const;
export type Decider = (typeof deciders)[number];
export type Decisions = Readonly<Record<Decider, VoiceChoice>>;

export interface Usual {
  readonly model: SynthesisModel;
  readonly voice?: string;
}

/** What people and guilds chose, remembered. */
export class VoiceChoices {
  readonly #people: Collection<VoiceChoice>;
  readonly #guilds: GuildSpeechSettings;
  readonly #book: VoiceBook;
  readonly #usual: Usual;
  readonly #turns = new Turns();

  constructor(parts: {
    people: Collection<VoiceChoice>;
    guilds: GuildSpeechSettings;
    book: VoiceBook;
    usual: Usual;
  }) {
    this.#people = parts.people;
    this.#guilds = parts.guilds;
    this.#book = parts.book;
    this.#usual = parts.usual;
  }

  async decisions(guildId: string, userId: string | undefined): Promise<Decisions> {
    const [person, guild] = await Promise.all([
      userId === undefined ? {} : this.#people.get(userId),
      this.#guilds.of(guildId),
    ]);
    return { person: person ?? {}, guild: guild.voice, operator: this.#usual };
  }

  /** How the person is spoken for in that guild; without a person, everybody who chose nothing. @throws {Refusal} */
  async soundFor(guildId: string, userId?: string): Promise<Sound> {
    const { person, guild, operator } = await this.decisions(guildId, userId);
    return soundOf(this.#book, [person, guild, operator], this.#usual.model);
  }

  /** @throws {Refusal} with the rule that a choice breaks; then nothing changes */
  async changeMine(guildId: string, userId: string, changes: VoiceChoice, reset: boolean): Promise<void> {
    await this.#turns.take(userId, async () => {
      const { person, guild, operator } = await this.decisions(guildId, userId);
      const before = reset ? {} : person;
      if (Object.keys(changes).length === 0) {
        if (reset) await this.#people.delete(userId);
        return;
      }
      const others = [guild, operator];
      const after = changedChoice(this.#book, before, changes, others, this.#usual.model);
      await this.#people.set(userId, after);
    });
  }

  /** The same for everybody in the guild who chose nothing. */
  async changeGuild(guildId: string, changes: VoiceChoice, reset: boolean): Promise<void> {
    await this.#guilds.change(guildId, (settings) => {
      const before = reset ? {} : settings.voice;
      if (Object.keys(changes).length === 0) return { ...settings, voice: before };
      const voice = changedChoice(this.#book, before, changes, [this.#usual], this.#usual.model);
      return { ...settings, voice };
    });
  }
}
