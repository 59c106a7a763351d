import type { PanelAddress } from './messenger.ts';

/** What a person asked for in an interaction: who, where, and how to answer. */
export interface Order {
  /** The interaction's id. Delivered twice, it's still the same order. */
  readonly id: string;
  /** Its name in the log and for people. */
  readonly reference: string;
  readonly guildId: string;
  /** The channel of the interaction. */
  readonly channelId: string;
  readonly userId: string;
  /** The person's language, and the language of what everybody sees. */
  readonly locale: string;
  readonly publicLocale: string;
  readonly panel: PanelAddress;
  /** The size limit for an attachment there, in bytes. */
  readonly attachmentLimitBytes: number;
}
