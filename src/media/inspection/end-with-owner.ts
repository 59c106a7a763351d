import { Worker } from 'node:worker_threads';

/**
 * Ends this process as soon as its owner is gone, even if a parser keeps its thread busy forever: a second thread
 * watches standard input, which the owner holds open and never writes to. What it started goes with it, if they're a group of
 * their own.
 */
export function endWithOwner(): void {
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

const watch = `
const { Socket } = require('node:net');
const end = () => {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
};
new Socket({ fd: 0 }).on('close', end).on('error', () => undefined).resume();
`;
