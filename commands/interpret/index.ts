import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { callSurface } from '../kit/call-surface.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { interpretGlossary } from './glossary.ts';
import { interpretMe } from './me.ts';
import { interpretStart } from './start.ts';

/** Everything that people can use for the live interpreter. */
export function interpreterSurface(desk: InterpreterDesk): FeatureSurface {
  const { commands, buttons, modals } = callSurface(desk);
  return {
    commands: [interpretStart(desk), interpretMe(desk), ...commands, interpretGlossary(desk)],
    buttons,
    modals,
  };
}
