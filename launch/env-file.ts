import { existsSync } from 'node:fs';

export interface UnreadableEnvFile {
  readonly say: (sentence: string) => void;
  readonly exitCode: number;
}

/** Takes over what `.env` sets and the environment doesn't. One that can't be read ends the program with a sentence. */
export function takeOverEnvFile(
  { say, exitCode }: UnreadableEnvFile = { say: console.error, exitCode: 1 },
): void {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch {
    say("Can't read .env: it must be a file, and this user must be allowed to read it.");
    process.exit(exitCode);
  }
}
