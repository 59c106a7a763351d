import { parentPort, workerData } from 'node:worker_threads';
import type { InspectionJob } from '../../src/media/inspection/reading.ts';
import { read } from '../../src/media/inspection/reading.ts';

parentPort?.postMessage(await read(workerData as InspectionJob));
