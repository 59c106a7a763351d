import { z } from 'zod';
import { languageCodes } from '../service/realtime/translation/languages.ts';
import type { Collection } from '../storage/collection.ts';
import type { RecordIndex } from '../storage/record-index.ts';
import { detected } from './language-names.ts';
import type { PersonLanguages } from './types.ts';

/** What a person speaks and reads in one server, until they change it. */
export const personLanguagesSchema = z.object({
  speaks: z.enum([...languageCodes, detected]).optional(),
  reads: z.enum(languageCodes).optional(),
  ownCaptions: z.boolean().optional(),
});
export type PersonLanguagesShelf = Pick<Collection<z.infer<typeof personLanguagesSchema>>, 'get' | 'set'>;

/** What people chose for themselves, remembered for later calls. */
export class LanguagesOfPeople {
  readonly #shelf: PersonLanguagesShelf;

  constructor(shelf: PersonLanguagesShelf) {
    this.#shelf = shelf;
  }

  async of(guildId: string, userId: string): Promise<PersonLanguages> {
    return (await this.#shelf.get(keyOf(guildId, userId))) ?? {};
  }

  async choose(guildId: string, userId: string, languages: PersonLanguages): Promise<void> {
    await this.#shelf.set(keyOf(guildId, userId), languages);
  }
}

/** The other way round of its key. */
export function personLanguagesIndex(key: string): RecordIndex {
  const [guildId, userId] = key.split('/');
  return { guildId, userId };
}

function keyOf(guildId: string, userId: string): string {
  return `${guildId}/${userId}`;
}
