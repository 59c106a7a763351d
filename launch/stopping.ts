import { interruptedExitCode, onStopSignals } from '../src/operations/stop-signals.ts';
import { whenParentIsGone } from './parent.ts';

export interface Stopping {
  /** Resolves (to nothing) when the launcher is told to stop. */
  readonly asked: Promise<undefined>;
  /** What a second signal does before everything ends at once. */
  again: () => void;
  /** Stops listening. */
  forget(): void;
}

/** Listens for signals to stop, and for the end of an npm that runs this: it can be killed without passing that on. */
export function listenForStop(): Stopping {
  const asked = Promise.withResolvers<undefined>();
  const stop = () => asked.resolve(undefined);
  const forgetSignals = onStopSignals(stop, () => {
    stopping.again();
    process.exit(interruptedExitCode);
  });
  const forgetParent = whenParentIsGone(stop);
  const stopping: Stopping = {
    asked: asked.promise,
    again: () => {},
    forget: () => {
      forgetSignals();
      forgetParent();
    },
  };
  return stopping;
}
