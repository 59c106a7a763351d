import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { InspectionJob } from './reading.ts';

/** The side of an inspector's process that the bot sees. Tests bring processes of their own. */
export interface InspectorProcess {
  on(event: 'message' | 'exit' | 'error' | 'disconnect', listener: (message: unknown) => void): unknown;
  send(job: InspectionJob, done: (error: Error | null) => void): unknown;
  kill(signal: 'SIGKILL'): unknown;
}

export type SpawnInspector = () => InspectorProcess;

/** An honest file takes a few megabytes; a file made to fill the memory ends its reader there, and nobody else. */
const maxHeapMegabytes = 128;

/**
 * Starts a process that reads files. It gets none of the bot's environment, because secrets stand there and so do
 * options for Node, and none of its flags: two processes can't share a debugger's port.
 */
export function spawnInspector(
  entry = new URL('./process.ts', import.meta.url),
  heapMegabytes = maxHeapMegabytes,
): InspectorProcess {
  const args = [`--max-old-space-size=${heapMegabytes}`, fileURLToPath(entry)];
  const child = spawn(process.execPath, args, {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  // It must hold up nothing: neither the end of the bot nor that of a test.
  child.unref();
  child.channel?.unref();
  child.stdin?.on('error', () => undefined);
  return child;
}
