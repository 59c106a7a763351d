import type { RealtimeTrouble } from '../service/realtime/error-class.ts';

/** What of the service's troubles people are told; undefined for those that mend themselves. */
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
