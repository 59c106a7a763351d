import { parentPort, workerData } from 'node:worker_threads';
import { readAudioFile } from './audio-file.ts';
import type { InspectionJob } from './inspect.ts';
import { readMp4File } from './mp4-file.ts';

/** Entry of the thread in which files of strangers are parsed; `inspect.ts` starts and ends it. */
const job = workerData as InspectionJob;
const result = job.kind === 'audio' ? await readAudioFile(job.path) : await readMp4File(job.path);
parentPort?.postMessage({ result });
