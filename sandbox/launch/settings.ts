import { z } from 'zod';
import { sandboxPorts } from '../ports.ts';
import { SandboxError } from './sandbox-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Which variable holds the port of which part. */
export const portVariables = {
  page: 'SANDBOX_PAGE_PORT',
  discord: 'SANDBOX_DISCORD_PORT',
  service: 'SANDBOX_SERVICE_PORT',
} as const;
export type Part = keyof typeof portVariables;

export interface SandboxSettings {
  readonly host: string;
  /** 0 for any free port. */
  readonly ports: Readonly<Record<Part, number>>;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65_535));

/** @throws {SandboxError} naming the variable that is no port */
export function readSettings(env: Environment): SandboxSettings {
  const portOf = (part: Part) => {
    const text = env[portVariables[part]]?.trim();
    if (!text) return sandboxPorts[part];
    const parsed = port.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new SandboxError(`${portVariables[part]} must be a port number from 0 to 65535.`);
  };
  return {
    host: env.SANDBOX_HOST?.trim() || '127.0.0.1',
    ports: { page: portOf('page'), discord: portOf('discord'), service: portOf('service') },
  };
}
