import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './program-environment.ts';

export interface Launched {
  readonly child: ChildProcess;
  /** All it wrote so far, standard output and error together. */
  output(): string;
  /** Resolves as soon as the output fits; rejects when the program ends before. */
  untilOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves to the exit code when the program is gone and all it wrote was read. */
  readonly exited: Promise<number | null>;
}

export interface LaunchOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** A program of ours as a process of its own, with no settings but those given. */
export function launch(program: string, args: readonly string[], { env, cwd }: LaunchOptions): Launched {
  return heard(
    spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...programEnvironment(), HOME: cwd, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

/** A script of `package.json`, by npm. */
export function launchNpm(script: string, env: Readonly<Record<string, string>>): Launched {
  return heard(
    spawn('npm', ['run', script], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: { ...programEnvironment(), HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

function heard(child: ChildProcess): Launched {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return {
    child,
    output: () => output,
    exited,
    untilOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output);
          if (match) resolve(match);
        };
        for (const stream of [child.stdout, child.stderr]) stream?.on('data', look);
        void exited.then((code) =>
          reject(new Error(`ended with ${code} before it wrote ${pattern}:\n${output}`)),
        );
        look();
      }),
  };
}
