/** Close codes of the voice gateway, as documented (topics/opcodes-and-status-codes, voice). */
export const voiceCloseCodes = {
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  sessionInvalid: 4006,
  sessionTimedOut: 4009,
  unknownProtocol: 4012,
  disconnected: 4014,
  serverCrashed: 4015,
  unknownEncryptionMode: 4016,
  endToEndEncryptionRequired: 4017,
  badRequest: 4020,
  rateLimited: 4021,
  callTerminated: 4022,
} as const;

/** Ends a voice connection with one of the documented close codes. */
export class HangUp extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}

export function notDecoded(): HangUp {
  return new HangUp(voiceCloseCodes.decodeError, 'Failed to decode payload.');
}

/** A lost socket and a crashed server can be resumed; every other code of the server ends the session. */
export function canResumeAfter(code: number): boolean {
  return code < 4000 || code === voiceCloseCodes.serverCrashed;
}
