/** Something that whoever starts the sandbox can mend; the message is the one sentence that says how. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}
