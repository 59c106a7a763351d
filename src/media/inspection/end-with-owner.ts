import { Worker } from 'node:worker_threads';

/**
 * Ends this process as soon as its owner is gone, even if a parser keeps its thread busy forever: a second thread
 * watches standard input, which the owner holds open and never writes to.
 */
export function endWithOwner(): void {
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

const watch = `
const { Socket } = require('node:net');
new Socket({ fd: 0 }).on('close', () => process.kill(process.pid, 'SIGKILL')).on('error', () => undefined).resume();
`;
