import type { RealtimeTrouble } from '../service/realtime/error-class.ts';

/** Which of the service's problems people are told about; undefined if it recovers by itself. */
export function sessionTrouble(
  trouble: RealtimeTrouble,
): 'refused-request' | 'voice-replaced' | 'busy' | undefined {
  switch (trouble.is) {
    case 'our-request':
      return 'refused-request';
    case 'voice-unknown':
      return 'voice-replaced';
    case 'passing':
      return 'busy';
    default:
      return undefined;
  }
}
