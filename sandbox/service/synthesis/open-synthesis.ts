import type { Oddities } from '../../oddities.ts';
import type { VoicedSounds } from '../recognition/voiced-sounds.ts';
import { findProgram } from '../rendering/find-program.ts';
import { Engine } from './engine.ts';
import { changedSynthesis, type SynthesisOptions } from './settings.ts';
import { BuiltInSpeaker } from './speech/built-in-voice.ts';
import { EspeakSpeaker } from './speech/espeak.ts';
import type { Speaker } from './speech/speaker.ts';
import { SynthesisControl } from './synthesis-control.ts';
import { SynthesisDesk } from './synthesis-desk.ts';
import { SynthesisSockets } from './synthesis-sockets.ts';

export interface SynthesisParts {
  readonly sockets: SynthesisSockets;
  readonly control: SynthesisControl;
  readonly engine: Engine;
  close(): void;
}

/** Document 2 A, with the programs that this machine has. */
export function openSynthesis(
  { speaker, ...changes }: SynthesisOptions,
  modelNames: Readonly<Record<string, string>>,
  now: () => number,
  voiced: VoicedSounds,
  oddities: Oddities,
): SynthesisParts {
  const engine = new Engine(speakerOf(speaker), findProgram('ffmpeg'), voiced);
  const desk = new SynthesisDesk(engine, changedSynthesis(changes), modelNames, now, oddities);
  const sockets = new SynthesisSockets(desk);
  return {
    sockets,
    engine,
    control: new SynthesisControl(desk, sockets),
    close() {
      desk.faults.clear();
      sockets.close();
    },
  };
}

function speakerOf(wanted: SynthesisOptions['speaker']): Speaker {
  const program = wanted === 'built-in' ? undefined : findProgram('espeak-ng');
  if (wanted === 'espeak-ng' && !program) throw new Error('espeak-ng is not on this machine');
  return program ? new EspeakSpeaker(program) : new BuiltInSpeaker();
}
