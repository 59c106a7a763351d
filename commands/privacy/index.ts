import type { PrivacyDesk } from '../../src/privacy/desk.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { privacyButtons } from './buttons.ts';
import { privacyCommand } from './privacy.ts';

/** Everything that people can do about what the bot keeps of them. */
export function privacySurface(desk: PrivacyDesk): FeatureSurface {
  return { commands: [privacyCommand(desk)], buttons: privacyButtons(desk), modals: [] };
}
