import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { measures } from './measures.ts';

/** What's looked up when the metrics are asked for. Undefined: not known, or there's no such thing. */
export interface MetricSources {
  readonly gatewayReady: () => boolean | undefined;
  readonly gatewayLatencyMs: () => number | undefined;
  readonly jobs: () => Readonly<Record<string, number>>;
  readonly rooms: () => number | undefined;
  readonly calls: () => Readonly<Record<string, number>>;
  /** 0 to 1. */
  readonly connectsLeft: () => number | undefined;
  /** Today's, by unit. */
  readonly unitsSpent: () => Promise<Readonly<Record<string, number>>>;
  readonly storeFailing: () => boolean;
  readonly diskFreeBytes: () => number | undefined;
  readonly backUpAgeSeconds: () => number | undefined;
  /** What the bot's owner has to see to, by kind. */
  readonly ownerTroubles: () => readonly string[];
}

/** Codes come from the service, so there's no end to them: the rest is counted together. */
const mostCodes = 60;
const otherCode = 'other';
const secondsBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const lateBuckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.2, 1];

/** Everything that's measured, in Prometheus' format. No ids as labels: who uses the bot is nobody's business. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #codes = new Set<string>();
  readonly #stops: (() => void)[];

  constructor(sources: MetricSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#gauges(sources);
    const interactions = new Counter({
      name: 'emcee_commands_total',
      help: 'Commands, buttons and forms, by how they ended',
      labelNames: ['command', 'outcome'],
      registers,
    });
    const interactionSeconds = new Histogram({
      name: 'emcee_command_seconds',
      help: 'How long a command took',
      labelNames: ['command'],
      buckets: secondsBuckets,
      registers,
    });
    const calls = new Counter({
      name: 'emcee_service_calls_total',
      help: 'Calls and connections to the AI service, by how they ended',
      labelNames: ['call', 'outcome'],
      registers,
    });
    const callSeconds = new Histogram({
      name: 'emcee_service_call_seconds',
      help: 'How long the AI service took to answer a call or to open a connection',
      labelNames: ['call'],
      buckets: secondsBuckets,
      registers,
    });
    const errors = new Counter({
      name: 'emcee_service_errors_total',
      help: 'Failed calls to the AI service, by its code',
      labelNames: ['code'],
      registers,
    });
    const late = new Histogram({
      name: 'emcee_voice_tick_late_seconds',
      help: 'How late a packet of sound was sent, on the 20 ms clock',
      buckets: lateBuckets,
      registers,
    });
    const frames = new Counter({
      name: 'emcee_voice_frames_total',
      help: '20 ms of people in calls: spoken, or concealed because a packet was lost',
      labelNames: ['kind'],
      registers,
    });
    this.#stops = [
      measures.interaction.listen(({ call, outcome, tookMs }) => {
        interactions.inc({ command: call, outcome });
        interactionSeconds.observe({ command: call }, tookMs / 1_000);
      }),
      measures.serviceCall.listen(({ call, tookMs, failure }) => {
        calls.inc({ call, outcome: failure ? 'failed' : 'answered' });
        callSeconds.observe({ call }, tookMs / 1_000);
        if (failure) errors.inc({ code: this.#codeOf(failure.code) });
      }),
      measures.tick.listen(({ lateMs }) => late.observe(lateMs / 1_000)),
      measures.frame.listen(({ kind }) => {
        if (kind !== 'silence') frames.inc({ kind });
      }),
    ];
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async read(): Promise<string> {
    return await this.#registry.metrics();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#registry.clear();
  }

  #codeOf(code: string): string {
    if (this.#codes.has(code)) return code;
    if (this.#codes.size >= mostCodes || !/^[\w.-]{1,80}$/.test(code)) return otherCode;
    this.#codes.add(code);
    return code;
  }

  #gauges(sources: MetricSources): void {
    this.#gauge('emcee_gateway_ready', "1 while Discord's gateway is connected", () => {
      const isReady = sources.gatewayReady();
      return isReady === undefined ? undefined : Number(isReady);
    });
    this.#gauge('emcee_gateway_latency_seconds', "The gateway's heartbeat, there and back", () =>
      inSeconds(sources.gatewayLatencyMs()),
    );
    this.#gaugeBy('emcee_video_jobs', 'Videos under way, by state', 'state', sources.jobs);
    this.#gauge('emcee_voice_rooms', 'Voice channels that the bot is in', sources.rooms);
    this.#gaugeBy('emcee_calls', 'Running calls, by kind', 'kind', sources.calls);
    this.#gauge(
      'emcee_translation_connects_left_ratio',
      "The share of the account's connects to live translation that's left this minute",
      sources.connectsLeft,
    );
    this.#gaugeBy('emcee_units_spent_today', 'Spent this UTC day, by unit', 'unit', sources.unitsSpent);
    this.#gauge('emcee_store_failing', "1 while the store can't be written, or its disk is nearly full", () =>
      Number(sources.storeFailing()),
    );
    this.#gauge('emcee_disk_free_bytes', "Free on the store's disk", sources.diskFreeBytes);
    this.#gauge(
      'emcee_backup_age_seconds',
      'Age of the newest back-up that was restored on trial',
      sources.backUpAgeSeconds,
    );
    this.#gaugeBy('emcee_owner_trouble', "1 for what the bot's owner has to see to", 'kind', () =>
      Object.fromEntries(sources.ownerTroubles().map((kind) => [kind, 1])),
    );
  }

  /** Left out while it isn't known. */
  #gauge(name: string, help: string, read: () => number | undefined): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  #gaugeBy(
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        const values = await read();
        this.reset();
        for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value);
      },
    });
  }
}

function inSeconds(ms: number | undefined): number | undefined {
  return ms === undefined || ms < 0 ? undefined : ms / 1_000;
}
