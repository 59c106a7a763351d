import { existsSync } from 'node:fs';

/** Takes over what `.env` sets and the environment doesn't. One that can't be read ends the program with a sentence. */
export function takeOverEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch {
    console.error("Can't read .env: it must be a file, and this user must be allowed to read it.");
    process.exit(1);
  }
}
