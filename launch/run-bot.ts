import { BotProcess } from './bot-process.ts';
import { keepRunning } from './keep-running.ts';
import { say } from './say.ts';
import { listenForStop } from './stopping.ts';

/** Longer than the bot gives its parts to close. */
const patienceMs = 4_700;

/** Runs the bot with its real settings until it is told to stop. Resolves to the launcher's exit code. */
export async function runBot(entry: string, env: NodeJS.ProcessEnv): Promise<number> {
  const stopping = listenForStop();
  try {
    return await keepRunning({
      start: () => new BotProcess({ entry, env }),
      stopping,
      patienceMs,
      say: (sentence) => say('warn', sentence),
      where: 'above',
    });
  } finally {
    stopping.forget();
  }
}
