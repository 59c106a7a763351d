import { usualInterruption } from '../../src/conversation/settings/interruption.ts';
import { silencePacketsAtEnd } from '../../src/voice/packets/audio.ts';
import type { Sample } from '../support/measurement.ts';
import { percentile } from '../support/statistics.ts';
import { isSilence, type Line } from '../voice/line.ts';
import { Answers, type SentPacket } from './answers.ts';
import { scriptNamed } from './script.ts';
import type { SocketWatch } from './socket-watch.ts';
import { type Utterance, watchUtterances } from './utterances.ts';

const rounds = 20;
const frameSamples = 320;
/** An append of more is silence. */
const mostSamples = 1_600;
/** The bot is being heard when its last packet is no older. */
const heardMs = 60;

/** From the packet that completes an append to the append. */
interface Way {
  readonly tookMs: number;
  readonly cpuMs: number;
}

/** What people notice in a conversation in which every answer is interrupted and the interruption answered. */
export async function latenciesOf(line: Line, isEmcee: boolean, sockets: SocketWatch): Promise<Sample> {
  const sent: SentPacket[] = [];
  line.onSent = (packet) => {
    if (!isSilence(packet)) sent.push({ atMs: performance.now(), packet });
  };
  const utterances = watchUtterances(line.connection);
  await new Promise((resolve) => setTimeout(resolve, rounds * scriptNamed('interrupted').roundMs));
  const isHeard = (atMs: number) => sent.some((each) => each.atMs <= atMs && each.atMs > atMs - heardMs);
  const ways = utterances
    .filter(({ arrivedMs: [firstMs = 0] }) => !isHeard(firstMs))
    .flatMap((utterance) => waysOf(utterance, nextAfter(utterance, utterances), sockets, isEmcee));
  const onTheWayMs = ways.map(({ tookMs }) => tookMs);
  const begunMs = sockets.firstDeltas.flatMap((deltaMs) => {
    const first = sent.find(({ atMs }) => atMs >= deltaMs);
    return first ? [first.atMs - deltaMs] : [];
  });
  // Emcee has decided once it sends what it held back; the recipe when the service has heard someone.
  const decisions = (isEmcee ? sockets.appends.map(({ atMs }) => atMs) : sockets.speechStarts).filter(
    isHeard,
  );
  const stops = new Answers(sent, sockets.firstDeltas).stopsAfter(decisions);
  return {
    appends: ways.length,
    appendP50Ms: percentile(onTheWayMs, 50),
    appendP99Ms: percentile(onTheWayMs, 99),
    appendCpuP99Ms: percentile(
      ways.map(({ cpuMs }) => cpuMs),
      99,
    ),
    firstP50Ms: percentile(begunMs, 50),
    firstP95Ms: percentile(begunMs, 95),
    interruptions: stops.length,
    stopMaxMs: Math.max(...stops.map(({ lastMs }) => lastMs)),
    beyondFadeMs: Math.max(...stops.map(({ lastMs }) => lastMs)) - (isEmcee ? usualInterruption.fadeMs : 0),
    stalePackets: stops.reduce((sum, { stale }) => sum + stale, 0),
  };
}

function nextAfter(utterance: Utterance, utterances: readonly Utterance[]): number {
  const lastMs = utterance.arrivedMs.at(-1) ?? 0;
  const later = utterances.map(({ arrivedMs: [firstMs = 0] }) => firstMs).filter((atMs) => atMs > lastMs);
  return Math.min(...later, Number.POSITIVE_INFINITY);
}

/**
 * From the arrival of the packet that completes an append to the append. What comes before the first sound of a turn isn't
 * sent, so that packets are counted from the end.
 */
function waysOf(
  utterance: Utterance,
  untilMs: number,
  { appends }: SocketWatch,
  isEmcee: boolean,
): readonly Way[] {
  // What ends a speech is silence, which the recipe decodes and appends like everything else.
  const arrivedMs = utterance.arrivedMs.slice(0, isEmcee ? -silencePacketsAtEnd : undefined);
  const [fromMs = 0] = arrivedMs;
  const own = appends.filter(
    ({ atMs, samples }) => atMs >= fromMs && atMs < untilMs && samples <= mostSamples,
  );
  const total = own.reduce((sum, { samples }) => sum + samples, 0);
  const skipped = arrivedMs.length - total / frameSamples;
  if (skipped < 0 || !Number.isInteger(skipped)) return [];
  let frames = skipped;
  // What is left at the end of a turn waits for its end, on purpose.
  const most = Math.max(...own.map(({ samples }) => samples));
  return own.flatMap(({ atMs, cpuMs, samples }) => {
    frames += samples / frameSamples;
    const completeMs = arrivedMs[frames - 1];
    const completeCpuMs = utterance.cpuMs[frames - 1];
    if (completeMs === undefined || completeCpuMs === undefined || samples < most) return [];
    return [{ tookMs: atMs - completeMs, cpuMs: cpuMs - completeCpuMs }];
  });
}
