import { SandboxError } from './sandbox-error.ts';
import { type Part, portVariables } from './settings.ts';

const titles: Readonly<Record<Part, string>> = {
  page: 'the chat page',
  discord: 'the Discord stand-in',
  service: 'the service stand-in',
};

/**
 * Starts a part that listens on a port.
 * @throws {SandboxError} one sentence that names the port and the variable, when the system does not give the port
 */
export async function startListening<Started>(
  part: Part,
  address: { readonly host: string; readonly port: number },
  start: (address: { readonly host: string; readonly port: number }) => Promise<Started>,
): Promise<Started> {
  try {
    return await start(address);
  } catch (error) {
    const sentence = sentenceFor(codeOf(error), part, address);
    throw sentence ? new SandboxError(sentence, { cause: error }) : error;
  }
}

function sentenceFor(
  code: unknown,
  part: Part,
  { host, port }: { readonly host: string; readonly port: number },
): string | undefined {
  const otherPort = `choose another one with ${portVariables[part]}`;
  if (code === 'EADDRINUSE') {
    return `Port ${port} for ${titles[part]} is taken by another program: stop that program, or ${otherPort}.`;
  }
  if (code === 'EACCES') return `You're not allowed to use port ${port} for ${titles[part]}: ${otherPort}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This machine has no address ${host} to listen on: change SANDBOX_HOST.`;
  }
  return undefined;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
