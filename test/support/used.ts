import { onTestFinished } from 'vitest';

/** What a test uses: disposed of when it's over. */
export async function used<T extends AsyncDisposable>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  onTestFinished(async () => await opened[Symbol.asyncDispose]());
  return opened;
}
