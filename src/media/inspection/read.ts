import type { InspectionJob, Readings } from './reading.ts';

/** Reads a file in this process. Libraries are loaded when the first file needs them, because loading takes time. */
export async function read(job: InspectionJob): Promise<Readings[keyof Readings]> {
  switch (job.kind) {
    case 'audio': {
      const { readAudioFile } = await import('../audio-file.ts');
      return await readAudioFile(job.path);
    }
    case 'video': {
      const { readMp4File } = await import('../mp4-file.ts');
      return await readMp4File(job.path);
    }
    case 'reference': {
      const { readReferenceFile } = await import('../reference-content.ts');
      return await readReferenceFile(job.path, job.bounds);
    }
    case 'picture': {
      const { readPictureFile } = await import('../picture-file.ts');
      return await readPictureFile(job.path, job.to, job.bounds);
    }
  }
}
