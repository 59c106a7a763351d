import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import type { FeatureGate } from '../community/feature-access.ts';
import type { LimitRules } from '../community/limit-rules.ts';
import type { NeverHeard } from '../community/never-heard.ts';
import type { News } from '../community/news.ts';
import type { OwnerPause } from '../community/owner-pause.ts';
import type { ServerSettings } from '../community/server-settings.ts';
import type { HeldMoney } from '../community/spending.ts';
import type { Config } from '../config/config.ts';
import type { ChannelPace } from '../discord/channel-pace.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Inspectors } from '../media/inspection/inspectors.ts';
import type { Clock } from '../operations/clock.ts';
import type { InHand } from '../operations/in-hand.ts';
import type { ServiceHttp } from '../service/http.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import type { KeptStore } from '../storage/kept.ts';

/** What every feature is made of. */
export interface SharedParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly store: KeptStore;
  readonly spent: HeldMoney;
  /** What counts for whom, and what the bot's owner paused. */
  readonly limits: { readonly rules: LimitRules; readonly pause: OwnerPause };
  readonly settings: ServerSettings;
  readonly neverHeard: NeverHeard;
  /** Whose recordings are nobody's to write down. */
  readonly neverWritten: NeverHeard;
  /** What moderators hear. */
  readonly news: News;
  /** Whether moderators let people use a feature. */
  readonly gate: FeatureGate;
  readonly client: Client;
  readonly messenger: Messenger;
  /** Whatever changes while people watch shares the writes of its channel. */
  readonly pace: ChannelPace;
  readonly http: ServiceHttp;
  readonly inspectors: Inspectors;
  /** Where other processes find files that wait; absent: in `DATA_DIR` alone. */
  readonly fileStore: FileStore | undefined;
  readonly inHand: InHand;
  /** Aborts when the process begins to stop. */
  readonly signal: AbortSignal;
}
