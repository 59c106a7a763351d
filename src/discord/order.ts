import type { PanelAddress } from './messenger.ts';

/** What a person asked for by an interaction: who, where, and how they're answered. */
export interface Order {
  /** The interaction's: delivered twice, it is the same order. */
  readonly id: string;
  /** Under which the log holds it, and people name it. */
  readonly reference: string;
  readonly guildId: string;
  /** The channel of the interaction. */
  readonly channelId: string;
  readonly userId: string;
  /** The person's language, and that of what everybody sees. */
  readonly locale: string;
  readonly publicLocale: string;
  readonly panel: PanelAddress;
  /** What one attachment may weigh there, in bytes. */
  readonly attachmentLimitBytes: number;
}
