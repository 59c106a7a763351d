import { ServiceError } from '../../service/errors.ts';
import { isForeign } from '../../service/first-call.ts';
import type { SetUpProblem } from '../../service/set-up-problem.ts';
import type { Check, Found } from '../doctor.ts';

/** A free call that changes nothing, through the bot's own client. @throws {ServiceError} */
type FreeCall = (signal: AbortSignal) => Promise<unknown>;

export function checkService(ask: FreeCall, region: string): Check {
  return async (signal) => (await troubleOf(ask, signal, 'service-key')) ?? ['service-good', region];
}

/** @param ask absent if no knowledge base is set up */
export function checkKnowledge(ask: FreeCall | undefined): Check {
  return async (signal) => {
    if (!ask) return 'knowledge-off';
    return (await troubleOf(ask, signal, 'knowledge-key')) ?? 'knowledge-good';
  };
}

const ofProblem: Readonly<Record<SetUpProblem, Found>> = {
  'address-wrong': 'service-address',
  'model-missing': 'service-model',
  'workspace-missing': 'service-workspace',
  'voice-refused': 'service-model',
  'knowledge-access': 'knowledge-access',
  'knowledge-missing': 'knowledge-missing',
};

async function troubleOf(
  ask: FreeCall,
  signal: AbortSignal,
  badKey: 'service-key' | 'knowledge-key',
): Promise<Found | undefined> {
  try {
    await ask(signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.problem) return ofProblem[error.problem];
    if (isForeign(error)) return 'service-foreign';
    return foundOf(error, badKey);
  }
}

function foundOf({ fault, code }: ServiceError, badKey: 'service-key' | 'knowledge-key'): Found {
  switch (fault) {
    case 'credentials':
      return badKey;
    case 'access':
    case 'arrears':
    case 'clock':
    case 'region':
      return `service-${fault}`;
    // The request is always right, so only the address can be wrong.
    case 'not-found':
    case 'invalid-request':
      return 'service-address';
    case 'throttled':
      return 'service-busy';
    case 'unreachable':
    case 'timeout':
    case 'aborted':
      return 'service-unreachable';
    default:
      return ['service-failing', code];
  }
}
