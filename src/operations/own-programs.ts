import { getCompileCacheDir } from 'node:module';

const compiled = getCompileCacheDir();

/**
 * What a program of ours gets of our environment: nothing, because that has secrets and options for Node. It keeps compiled code where
 * we do, because compiling its TypeScript is most of what a small program takes.
 */
export const ownProgramEnvironment: Readonly<Record<string, string>> = {
  NODE_NO_WARNINGS: '1',
  ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }),
};
