import { getCompileCacheDir } from 'node:module';

/**
 * What a program of ours gets of our environment: nothing, because that has secrets and options for Node. It keeps compiled code where
 * we do, because compiling its TypeScript is most of what a small program takes.
 * @param otherwise a folder for compiled code where we keep none
 */
export function ownProgramEnvironment(otherwise?: string): Record<string, string> {
  const compiled = getCompileCacheDir() ?? otherwise;
  return { NODE_NO_WARNINGS: '1', ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }) };
}
