import type { Oddities } from '../oddities.ts';
import type { AttachmentStore } from './attachments.ts';
import type { CommandStore } from './commands/store.ts';
import type { Hub } from './gateway/hub.ts';
import type { IdentifyLimits } from './gateway/identify-limits.ts';
import type { GatewayMoods } from './gateway/moods.ts';
import type { Identities } from './identity.ts';
import type { InteractionStore } from './interactions/store.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Settings } from './settings.ts';
import type { VoiceStates } from './voice/states/voice-states.ts';
import type { World } from './world/world.ts';

/** The parts of one stand-in, handed to every route. */
export interface Core {
  readonly world: World;
  readonly settings: Settings;
  readonly identities: Identities;
  readonly hub: Hub;
  readonly identifyLimits: IdentifyLimits;
  /** Ends the bot's sessions and gives it another token. */
  readonly resetToken: () => void;
  readonly moods: GatewayMoods;
  readonly files: AttachmentStore;
  readonly commands: CommandStore;
  readonly interactions: InteractionStore;
  readonly limits: RateLimits;
  readonly voice: VoiceStates;
  readonly oddities: Oddities;
  readonly now: () => number;
  /** Known once the server listens. */
  readonly addresses: { base: string; gateway: string };
}
