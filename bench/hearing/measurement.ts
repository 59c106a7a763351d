import type { Measurement } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const subject = (name: string, how: string) => ({
  name,
  run: () => sampleFrom({ script: 'bench/hearing/round.ts', args: [how] }, 120_000),
});

/** What it costs to tell each person's voice from everything else, beside what hearing them costs anyway. */
export const hearing: Measurement = {
  name: 'hearing',
  title: 'One, three and ten people who speak without a pause, decoded at 16 kHz',
  rounds: 5,
  figures: [1, 3, 10].flatMap((people) => [
    { key: `cpu${people}`, label: `${people}: CPU a person, % of a core`, digits: 2 },
    { key: `frame${people}`, label: `${people}: CPU a frame, µs`, digits: 1 },
  ]),
  ours: subject('with the detector', 'detector'),
  alternatives: [subject('decoded, and its loudness alone', 'level'), subject('decoded', 'nothing')],
};
