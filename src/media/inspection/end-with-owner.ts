import { Worker } from 'node:worker_threads';

/**
 * Ends this process as soon as its owner is gone, even while a parser keeps its thread busy forever: a second thread
 * watches standard input, of which the owner holds the other end and never writes to.
 */
export function endWithOwner(): void {
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

const watch = `
const { Socket } = require('node:net');
new Socket({ fd: 0 }).on('close', () => process.kill(process.pid, 'SIGKILL')).on('error', () => undefined).resume();
`;
