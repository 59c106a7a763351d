/** Something you can mend when you start the sandbox; the message is the one sentence that says how. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}
