import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import type { Paces } from '../../operations/paces.ts';
import { TokenBucket } from '../../operations/rate-limits.ts';
import { ServiceError, unfitting } from '../errors.ts';
import type { ServiceProfile } from '../profile.ts';
import { openSocket } from '../socket-opening.ts';
import { checkSynthesis } from './check.ts';
import { defaultLimits, type SynthesisLimits } from './limits.ts';
import { SocketPool } from './socket-pool.ts';
import { SpokenTask, type SynthesisEngine } from './spoken-task.ts';
import type { SynthesisClient, SynthesisRequest, SynthesisTask } from './synthesis-types.ts';

export interface SynthesisOptions {
  readonly profile: ServiceProfile;
  readonly clock: Clock;
  readonly log: Logger;
  /** How many tasks of each model the account may start per second (field notes 2: 3). Others wait. */
  readonly tasksPerSecond?: number;
  /** If other processes start tasks, too. */
  readonly paces?: Paces | undefined;
  readonly limits?: Partial<SynthesisLimits>;
}

const path = '/api-ws/v1/inference';
/** Exactly at the limit, a command that arrives a millisecond faster than the one before is refused. */
const rateShare = 0.97;

/** Speech synthesis over the service's WebSocket interface (document 2 A). Connects when it's first needed. */
export function openSynthesis(options: SynthesisOptions): SynthesisClient {
  return new SocketSynthesis(options);
}

class SocketSynthesis implements SynthesisClient {
  readonly #engine: SynthesisEngine;
  readonly #gates = new Map<SynthesisRequest['model'], TokenBucket>();
  readonly #tasks = new Set<SpokenTask>();
  #closed = false;

  constructor({ profile, clock, log, tasksPerSecond = 3, paces, limits: given }: SynthesisOptions) {
    const limits = { ...defaultLimits, ...given };
    const connect = async (signal: AbortSignal) => await openSocket({ profile, clock, path, signal });
    const pool = new SocketPool({ connect, clock, log, warmForMs: limits.warmForMs });
    const gateOf = (model: SynthesisRequest['model']) => {
      const shared = paces && { name: `synthesis tasks (${model})`, paces };
      const gate =
        this.#gates.get(model) ?? new TokenBucket({ perSecond: tasksPerSecond * rateShare, shared }, clock);
      this.#gates.set(model, gate);
      return gate;
    };
    this.#engine = { profile, clock, log, pool, limits, gateOf };
  }

  start(request: SynthesisRequest, signal?: AbortSignal): SynthesisTask {
    if (this.#closed) {
      throw new ServiceError({ fault: 'aborted', code: 'SynthesisIsClosed', nothingHappened: true });
    }
    const broken = checkSynthesis(request);
    if (broken.length > 0) throw unfitting(broken);
    const task = new SpokenTask(this.#engine, request, signal);
    this.#tasks.add(task);
    task.done.catch(() => undefined).finally(() => this.#tasks.delete(task));
    return task;
  }

  warm(): void {
    if (!this.#closed) this.#engine.pool.warm();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const tasks = [...this.#tasks];
    for (const task of tasks) task.cancel();
    await Promise.allSettled(tasks.map(({ done }) => done));
    this.#engine.pool.close();
  }
}
