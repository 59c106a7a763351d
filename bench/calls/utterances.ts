import type { VoiceConnection } from '@discordjs/voice';

/** When each packet of something that one person said without a pause came in. */
export interface Utterance {
  readonly ssrc: number;
  readonly arrivedMs: number[];
  /** What CPU time the process had used by then. */
  readonly cpuMs: number[];
}

/** Of the whole process: other work on the machine doesn't count. */
export function usedCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const voicePayload = 0x78;
const pauseMs = 300;

/** What people say in a room, as its media socket gets it, before anybody else sees it. */
export function watchUtterances({ state }: VoiceConnection): readonly Utterance[] {
  const utterances: Utterance[] = [];
  const networking = 'networking' in state ? state.networking.state : undefined;
  if (!networking || !('udp' in networking)) throw new Error('the connection has no media socket');
  networking.udp?.prependListener('message', (datagram: Buffer) => {
    if (datagram.length < 12 || ((datagram[1] ?? 0) & 0x7f) !== voicePayload) return;
    const ssrc = datagram.readUInt32BE(8);
    const nowMs = performance.now();
    const last = utterances.findLast((each) => each.ssrc === ssrc);
    const isNew = !last || nowMs - (last.arrivedMs.at(-1) ?? 0) >= pauseMs;
    const utterance = isNew ? { ssrc, arrivedMs: [], cpuMs: [] } : last;
    if (isNew) utterances.push(utterance);
    utterance.arrivedMs.push(nowMs);
    utterance.cpuMs.push(usedCpuMs());
  });
  return utterances;
}
