import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import type { RecordingDesk } from '../../src/interpreter/recordings/recording-desk.ts';
import type { WritingDesk } from '../../src/interpreter/recordings/writing-setup.ts';
import { callSurface } from '../kit/call-surface.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { interpretChannel } from './channel.ts';
import { interpretGlossary } from './glossary.ts';
import { interpretMe, interpretSpeaks } from './me.ts';
import { interpretStart } from './start.ts';

/** Everything that people can use for the live interpreter. */
export function interpreterSurface(
  desk: InterpreterDesk,
  writing: WritingDesk,
  recordings: Pick<RecordingDesk, 'stoppableBy'>,
): FeatureSurface {
  const { commands, buttons, modals } = callSurface(desk);
  return {
    commands: [
      interpretStart(desk),
      interpretMe(desk),
      ...commands,
      interpretGlossary(desk),
      interpretChannel(writing, recordings),
    ],
    buttons: [...buttons, interpretSpeaks(desk)],
    modals,
  };
}
