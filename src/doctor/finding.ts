/** Everything that's looked at, in the order it's shown. */
export const checkNames = [
  'settings',
  'token',
  'intents',
  'permissions',
  'ciphers',
  'opus',
  'encryption',
  'udp',
  'ffmpeg',
  'service',
  'knowledge',
  'clock',
  'disk',
  'store',
  'workers',
  'files',
  'back-up',
  'versions',
] as const;
export type CheckName = (typeof checkNames)[number];

export type Health = 'good' | 'look' | 'broken';

/** What can be found, and how bad that is. Each has its sentence, which says what to do. */
export const findingCodes = {
  'settings-good': 'good',
  'settings-wrong': 'broken',
  'settings-unknown': 'look',
  'token-good': 'good',
  'token-refused': 'broken',
  'discord-unreachable': 'broken',
  'discord-foreign': 'broken',
  'discord-failing': 'look',
  'discord-too-often': 'broken',
  'gateway-down': 'broken',
  'intents-good': 'good',
  'intents-missing': 'broken',
  'permissions-good': 'good',
  'permissions-here': 'look',
  'permissions-server': 'look',
  'permissions-silent': 'broken',
  'ciphers-good': 'good',
  'ciphers-missing': 'broken',
  'opus-good': 'good',
  'opus-broken': 'broken',
  'encryption-good': 'good',
  'encryption-broken': 'broken',
  'udp-good': 'good',
  'udp-blocked': 'broken',
  'udp-unanswered': 'broken',
  'udp-proxy': 'look',
  'ffmpeg-good': 'good',
  'ffmpeg-missing': 'look',
  'ffmpeg-broken': 'look',
  'service-good': 'good',
  'service-key': 'broken',
  'service-access': 'broken',
  'service-arrears': 'broken',
  'service-clock': 'broken',
  'service-address': 'broken',
  'service-workspace': 'broken',
  'service-model': 'broken',
  'service-region': 'broken',
  'service-foreign': 'broken',
  'service-unreachable': 'broken',
  'service-busy': 'look',
  'service-failing': 'look',
  'knowledge-good': 'good',
  'knowledge-off': 'good',
  'knowledge-key': 'broken',
  'knowledge-access': 'broken',
  'knowledge-missing': 'broken',
  'clock-good': 'good',
  'clock-off': 'look',
  'clock-wrong': 'broken',
  'clock-unknown': 'look',
  'disk-good': 'good',
  'disk-low': 'look',
  'disk-full': 'broken',
  'disk-unwritable': 'broken',
  'store-good': 'good',
  'store-new': 'good',
  'store-in-use': 'good',
  'store-locked': 'broken',
  'store-damaged': 'broken',
  'store-newer': 'broken',
  'store-unwritable': 'broken',
  'store-database': 'broken',
  'workers-good': 'good',
  'workers-none': 'broken',
  'workers-silent': 'broken',
  'files-here': 'good',
  'files-good': 'good',
  'files-refused': 'broken',
  'files-missing': 'broken',
  'files-region': 'broken',
  'files-clock': 'broken',
  'files-unreachable': 'broken',
  'files-failing': 'look',
  'back-up-good': 'good',
  'back-up-off': 'look',
  'back-up-yours': 'look',
  'back-up-none': 'look',
  'back-up-old': 'broken',
  'versions-good': 'good',
  'versions-node': 'broken',
  'versions-newer': 'look',
  'not-answered': 'broken',
  'check-failed': 'broken',
} as const satisfies Readonly<Record<string, Health>>;
export type FindingCode = keyof typeof findingCodes;

export interface Finding {
  readonly check: CheckName;
  readonly code: FindingCode;
  /** What the sentence names, such as a region or how much is left. Never a secret, an id or an address. */
  readonly detail: string;
}

export function healthOf({ code }: Finding): Health {
  return findingCodes[code];
}

/** The worst of them. */
export function worstOf(findings: readonly Finding[]): Health {
  const found = new Set(findings.map(healthOf));
  if (found.has('broken')) return 'broken';
  return found.has('look') ? 'look' : 'good';
}
