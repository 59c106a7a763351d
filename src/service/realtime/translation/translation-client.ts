import type { Logger } from 'pino';
import type { Clock } from '../../../operations/clock.ts';
import type { Paces } from '../../../operations/paces.ts';
import { unfitting } from '../../errors.ts';
import type { ServiceProfile } from '../../profile.ts';
import { AccountSessions } from '../account-sessions.ts';
import { isLanguage, languageCodes } from './languages.ts';
import { SocketTranslation } from './translation-session.ts';
import type { TranslationClient, TranslationSettings } from './translation-types.ts';

export interface TranslationOptions {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many connections the account may open (field notes 4: 10). The rest wait. */
  readonly connectsPerMinute?: number;
  /** If other processes connect, too. */
  readonly paces?: Paces | undefined;
}

/** Translations over the service's WebSocket interface (document 2 C). It only connects when a session is opened. */
export function openTranslations(options: TranslationOptions): TranslationClient {
  const sessions = new AccountSessions({ connectsPerMinute: 10, name: 'translation connects', ...options });
  const parts = { ...options, refusedVoices: sessions.refusedVoices };
  return {
    get waitMs() {
      return sessions.waitMs;
    },
    get connectsLeft() {
      return sessions.connectsLeft;
    },
    open: async (settings, opening = {}) => {
      const broken = checkTranslation(settings);
      if (broken.length > 0) throw unfitting(broken);
      return await sessions.open((signal) => new SocketTranslation(settings, parts, signal), opening);
    },
    close: async () => sessions.close('TranslationsAreClosed'),
  };
}

/** A rule of document 2 C that the settings break, as data. */
interface TranslationProblem {
  readonly field: keyof TranslationSettings;
  readonly rule: 'unknown' | 'empty';
  readonly allowed?: readonly string[];
}

/** Every rule that the settings break; empty if they can be sent. */
export function checkTranslation({ from, to, voice }: TranslationSettings): readonly TranslationProblem[] {
  return [
    ...(from === undefined || from === 'auto' || isLanguage(from) ? [] : [unknown('from')]),
    ...(to === undefined || isLanguage(to) ? [] : [unknown('to')]),
    ...(voice?.trim() === '' ? [{ field: 'voice', rule: 'empty' } as const] : []),
  ];
}

function unknown(field: 'from' | 'to'): TranslationProblem {
  return { field, rule: 'unknown', allowed: languageCodes };
}
