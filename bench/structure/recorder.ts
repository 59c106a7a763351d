import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

// Loaded into the bot before anything else. At SIGUSR2, what ran since the last one is written down.
const { FILES_RUN_TO: path } = process.env;
if (path && process.send) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  process.on('SIGUSR2', async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ran = result
      .filter(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'))
      .map(({ url, functions }) => ({ url, functions: functions.filter(({ ranges }) => ranges[0]?.count) }));
    // Who waits for it reads all of it, or that it isn't there.
    writeFileSync(`${path}.new`, JSON.stringify(ran));
    renameSync(`${path}.new`, path);
  });
}
