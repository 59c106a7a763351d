import { parentPort, workerData } from 'node:worker_threads';
import { readAudioFile } from './audio-file.ts';
import type { InspectionJob } from './inspect.ts';
import { readMp4File } from './mp4-file.ts';
import { readReferenceFile } from './reference-content.ts';

/** Entry of the thread in which files of strangers are parsed; `inspect.ts` starts and ends it. */
const result = await read(workerData as InspectionJob);
parentPort?.postMessage({ result });

async function read(job: InspectionJob): Promise<unknown> {
  switch (job.kind) {
    case 'audio':
      return await readAudioFile(job.path);
    case 'video':
      return await readMp4File(job.path);
    case 'reference':
      return await readReferenceFile(job.path, job.maxImageBytes);
  }
}
