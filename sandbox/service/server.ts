import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { Faults } from '../faults.ts';
import { Oddities } from '../oddities.ts';
import { misdirected } from '../own-names.ts';
import { authenticate } from './authentication.ts';
import { Chaos, type ChaosSettings, type ChaosStrike } from './chaos.ts';
import { letChaosHit } from './chaos-hooks.ts';
import { addControlRoutes, controlPath } from './control-routes.ts';
import { answerErrors, takeOnlyJson } from './http-edges.ts';
import type { KnowledgeControl } from './knowledge/knowledge-control.ts';
import { openKnowledge } from './knowledge/open-knowledge.ts';
import { type Family, ModelNames } from './models.ts';
import { limitsOf, type Pace, type ServiceSandboxOptions, settingsOf } from './options.ts';
import { RateLimit } from './rate-limit.ts';
import { openRealtime } from './realtime/open-realtime.ts';
import type { RealtimeControl } from './realtime/realtime-control.ts';
import { realtimePath } from './realtime/realtime-sockets.ts';
import { Sayer } from './recognition/sayer.ts';
import { VoicedSounds } from './recognition/voiced-sounds.ts';
import { ServiceRefusal } from './refusal.ts';
import { findProgram } from './rendering/find-program.ts';
import { Studio } from './rendering/studio.ts';
import { openSynthesis } from './synthesis/open-synthesis.ts';
import type { SynthesisControl } from './synthesis/synthesis-control.ts';
import { synthesisPath } from './synthesis/synthesis-sockets.ts';
import { routeUpgrades } from './upgrades.ts';
import { addCreateRoute } from './video/create-route.ts';
import { addFileRoute } from './video/file-route.ts';
import { OtherPort } from './video/other-port.ts';
import { OutcomeScript } from './video/outcomes.ts';
import { produce } from './video/production.ts';
import { ResultFiles } from './video/result-files.ts';
import { type TaskView, viewOf } from './video/task.ts';
import { TaskBoard } from './video/task-board.ts';
import { addTaskRoutes } from './video/task-routes.ts';
import { VideoControl } from './video/video-control.ts';

export type { ChaosEffect, ChaosSettings, ChaosStrike } from './chaos.ts';
export type { KnowledgeControl } from './knowledge/knowledge-control.ts';
export type { KnowledgeOptions, KnowledgeQuirks, KnowledgeSettings } from './knowledge/settings.ts';
export type { FamilyLimits, LimitChanges, Limits, Pace, ServiceSandboxOptions } from './options.ts';
export type { RenderJob, VideoRenderer } from './rendering/renderer.ts';
export type { SynthesisEffect, SynthesisFault, SynthesisFaultHandle } from './synthesis/faults.ts';
export { fastSynthesis, type SynthesisOptions, type SynthesisSettings } from './synthesis/settings.ts';
export type { SynthesisControl } from './synthesis/synthesis-control.ts';
export type { SynthesisTaskView, SynthesizedSound } from './synthesis/task-record.ts';
export type { TaskStatus, TaskView } from './video/task.ts';

export interface ServiceSandbox {
  /** `http://127.0.0.1:<port>`, to which the paths of document 1 are appended. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly faults: Faults;
  /** Everything that was created, oldest first, as it is now. */
  readonly tasks: readonly TaskView[];
  readonly video: VideoControl;
  readonly synthesis: SynthesisControl;
  readonly realtime: RealtimeControl;
  readonly knowledge: KnowledgeControl;
  /** What no document names and the service lets pass: unknown fields, unknown routes. Empty for a correct client. */
  readonly oddities: readonly string[];
  /** Open tasks follow at once. */
  setPace(pace: Pace): void;
  /** Lets a share of all calls fail in random ways from now on, the same ones for the same seed; undefined: no more. */
  setChaos(settings: ChaosSettings | undefined): void;
  /** The calls that were hit since the chaos was set last. */
  readonly chaosStrikes: readonly ChaosStrike[];
  /** Ends every connection and rendering. */
  close(): Promise<void>;
}

/** Holds no process up. */
async function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, ...(signal && { signal }) });
}

/** Starts the stand-in of the hosted service. Rejects when the port is taken. */
export async function startServiceSandbox(options: ServiceSandboxOptions = {}): Promise<ServiceSandbox> {
  const settings = settingsOf(options);
  const now = options.now ?? Date.now;
  const studio = new Studio(findProgram('ffmpeg'));
  const { framesPerSecond } = options;
  const renderer =
    options.renderer ??
    ((job, signal) => studio.render({ ...job, ...(framesPerSecond && { framesPerSecond }) }, signal));
  const models = new ModelNames(settings.modelNames);
  const faults = new Faults(now);
  const oddities = new Oddities();
  const chaos = new Chaos();
  const script = new OutcomeScript();
  const files = new ResultFiles(now);
  const elsewhere = new OtherPort(files, settings.host);
  const board = new TaskBoard({
    now,
    settings,
    files,
    produce: (task, signal) => produce(task, renderer, settings.allowPrivateUrls, signal),
  });
  const createsOf = (family: Family) =>
    new RateLimit(now, () => limitsOf(family, settings.limits).createsPerSecond);
  const creates = { standard: createsOf('standard'), small: createsOf('small') };
  const voiced = new VoicedSounds(now);
  const synthesis = openSynthesis(options.synthesis ?? {}, settings.modelNames, now, voiced, oddities);
  const realtime = openRealtime({
    sayer: new Sayer(synthesis.engine.speaker, voiced),
    voiced,
    modelNames: settings.modelNames,
    now,
    sleep: options.sleep ?? realSleep,
    oddities,
    settings: options.realtime ?? {},
  });
  let address = '';
  const baseUrl = () => address;

  const server = fastify({ genReqId: () => randomUUID(), forceCloseConnections: true });
  takeOnlyJson(server);
  answerErrors(server, oddities);
  server.addHook('onRequest', async (request) => {
    const elsewhere = misdirected(request.raw, settings.host);
    if (elsewhere) throw new ServiceRefusal(elsewhere.status, 'Misdirected', elsewhere.message);
    if (request.url.startsWith('/api/')) authenticate(request.headers, settings);
  });
  faults.attach(server, controlPath);
  letChaosHit(server, chaos);
  const knowledge = await openKnowledge(server, options.knowledge ?? {}, settings.apiKey, now, oddities);
  addCreateRoute(server, { settings, models, board, script, elsewhere, creates, oddities, now });
  addTaskRoutes(server, { settings, board, files, elsewhere, oddities, now, baseUrl });
  addFileRoute(server, board, files, elsewhere, baseUrl);
  const sound = studio.ffmpeg ? 'ffmpeg' : 'silent: no ffmpeg';
  addControlRoutes(server, {
    settings,
    models,
    faults,
    oddities,
    chaos,
    board,
    script,
    synthesis: synthesis.control,
    realtime: realtime.control,
    knowledge,
    sound,
    baseUrl,
  });
  routeUpgrades(server.server, settings, {
    [synthesisPath]: (request, socket, head) => synthesis.sockets.upgrade(request, socket, head),
    [realtimePath]: (request, socket, head) => realtime.sockets.upgrade(request, socket, head),
  });
  address = await server.listen({ host: settings.host, port: settings.port });

  return {
    baseUrl: address,
    apiKey: settings.apiKey,
    faults,
    get tasks() {
      board.advance();
      return board.all.map(viewOf);
    },
    video: new VideoControl(script, elsewhere),
    synthesis: synthesis.control,
    realtime: realtime.control,
    knowledge,
    get oddities() {
      return oddities.list;
    },
    setPace(pace) {
      settings.pace = pace;
      board.paceChanged();
    },
    setChaos: (settings) => chaos.set(settings),
    chaosStrikes: chaos.strikes,
    async close() {
      board.close();
      elsewhere.close();
      synthesis.close();
      realtime.close();
      faults.clear();
      await Promise.all([server.close(), studio.close()]);
    },
  };
}
