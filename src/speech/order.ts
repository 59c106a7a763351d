import type { PanelAddress } from '../discord/messenger.ts';

/** Who asks, where, and how they are answered. */
export interface SpeechOrder {
  readonly id: string;
  readonly reference: string;
  readonly guildId: string;
  /** The text channel. */
  readonly channelId: string;
  readonly userId: string;
  /** The person's language, and that of what everybody sees. */
  readonly locale: string;
  readonly publicLocale: string;
  readonly panel: PanelAddress;
}
