import { writeFileSync } from 'node:fs';
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
    writeFileSync(path, JSON.stringify(result.filter(({ url }) => url.startsWith('file:'))));
  });
}
