import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { interpretGlossary } from './glossary.ts';
import { interpretMe } from './me.ts';
import { interpretShow } from './show.ts';
import { interpretStart, switchButton } from './start.ts';
import { interpretStatus } from './status.ts';
import { interpretStop, stopButton } from './stop.ts';
import { interpretJoin, interpretLeave, takePartButtons } from './take-part.ts';

/** Everything that people can use for the live interpreter. */
export function interpreterSurface(desk: InterpreterDesk): FeatureSurface {
  return {
    commands: [
      interpretStart(desk),
      interpretMe(desk),
      interpretJoin(desk),
      interpretLeave(desk),
      interpretShow(desk),
      interpretStatus(desk),
      interpretStop(desk),
      interpretGlossary(desk),
    ],
    buttons: [...takePartButtons(desk), stopButton(desk), switchButton(desk)],
    modals: [],
  };
}
