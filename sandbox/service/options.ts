import { randomBytes } from 'node:crypto';
import { sandboxPorts } from '../ports.ts';
import type { KnowledgeOptions } from './knowledge/settings.ts';
import type { Family, Region } from './models.ts';
import type { RealtimeSettings } from './realtime/settings.ts';
import type { VideoRenderer } from './rendering/renderer.ts';
import type { SynthesisOptions } from './synthesis/settings.ts';

/** How long a task waits and how long it runs at least (a slow rendering can make it longer). */
export interface Pace {
  readonly pendingMs: number;
  readonly runningMs: number;
}

/** What one family of models may do. Above the rate: 429; above `concurrentTasks`: the task waits as PENDING. */
export interface FamilyLimits {
  readonly createsPerSecond: number;
  readonly concurrentTasks: number;
}

/** What one account may do (field notes 5); the fields of a family stand for all models but the `small` ones. */
export interface Limits extends FamilyLimits {
  /** Counted apart: gen2.2 and gen2.1. */
  readonly small: FamilyLimits;
  readonly queriesPerSecond: number;
  readonly listsPerSecond: number;
  readonly cancelsPerSecond: number;
}

/** Limits to change. */
export type LimitChanges = Partial<Omit<Limits, 'small'>> & { readonly small?: Partial<FamilyLimits> };

export interface ServiceSandboxOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 for any free port. */
  readonly port?: number;
  /** Epoch milliseconds: states, rate limits, expiry. */
  readonly now?: () => number;
  /** How the realtime interfaces wait before they say more; by real time when absent. Rejects when it's aborted. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Random when absent. */
  readonly apiKey?: string;
  /** Decides which request kinds are served (document 1). Default Singapore. */
  readonly region?: Region;
  /** When set, a workspace header that names another one is refused; when absent, any is accepted. */
  readonly workspaceId?: string;
  readonly pace?: Pace;
  /** Default `X-Service-`. */
  readonly headerPrefix?: string;
  /** Our name of a model → how this deployment spells it. */
  readonly modelNames?: Readonly<Record<string, string>>;
  readonly limits?: LimitChanges;
  /** May files of a request stand at a private address? Default true, because the sandbox's attachments are on 127.0.0.1. */
  readonly allowPrivateUrls?: boolean;
  /** Replaces the real encoder, for tests that are not about pictures. */
  readonly renderer?: VideoRenderer;
  /** Of the real encoder's films, for tests that look at nothing but their size, length and sound. */
  readonly framesPerSecond?: number;
  /** Speech: its pace, limits and speaker. */
  readonly synthesis?: SynthesisOptions;
  readonly realtime?: Partial<RealtimeSettings>;
  /** Knowledge bases: their documents, who may ask, how answers depart from the document. */
  readonly knowledge?: KnowledgeOptions;
}

/** The settings of a running stand-in; `pace` and `limits` can be changed while it runs. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly apiKey: string;
  readonly region: Region;
  readonly workspaceId: string | undefined;
  readonly headerPrefix: string;
  readonly modelNames: Readonly<Record<string, string>>;
  readonly allowPrivateUrls: boolean;
  pace: Pace;
  limits: Limits;
}

const defaultPace: Pace = { pendingMs: 1_000, runningMs: 3_000 };

const defaultLimits: Limits = {
  createsPerSecond: 5,
  concurrentTasks: 5,
  small: { createsPerSecond: 2, concurrentTasks: 2 },
  queriesPerSecond: 20,
  listsPerSecond: 20,
  cancelsPerSecond: 20,
};

export function settingsOf(options: ServiceSandboxOptions): Settings {
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? sandboxPorts.service,
    apiKey: options.apiKey ?? `sandbox-${randomBytes(12).toString('hex')}`,
    region: options.region ?? 'singapore',
    workspaceId: options.workspaceId,
    headerPrefix: options.headerPrefix ?? 'X-Service-',
    modelNames: options.modelNames ?? {},
    allowPrivateUrls: options.allowPrivateUrls ?? true,
    pace: options.pace ?? defaultPace,
    limits: changedLimits(defaultLimits, options.limits ?? {}),
  };
}

export function changedLimits(limits: Limits, { small, ...changes }: LimitChanges): Limits {
  return { ...limits, ...changes, small: { ...limits.small, ...small } };
}

export function limitsOf(family: Family, limits: Limits): FamilyLimits {
  return family === 'small' ? limits.small : limits;
}
