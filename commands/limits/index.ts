import type { LimitsDesk } from '../../src/limits/desk.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { editLimit, givenBack, openGiveBack, openPrices, saveAnyway, setLimit, setPrices } from './forms.ts';
import { limitsButtons, limitsCommand, limitsSelects } from './panel.ts';
import { usageButtons, usageCommand, usageSelects } from './usage.ts';

/** What may be used, and what was. */
export function limitsSurface(desk: LimitsDesk): FeatureSurface {
  return {
    commands: [limitsCommand(desk), usageCommand(desk)],
    buttons: [
      ...limitsButtons(desk),
      editLimit(desk),
      saveAnyway(desk),
      openPrices(desk),
      openGiveBack(desk),
      ...usageButtons(desk),
    ],
    selects: [...limitsSelects(desk), ...usageSelects(desk)],
    modals: [setLimit(desk), setPrices(desk), givenBack(desk)],
  };
}
