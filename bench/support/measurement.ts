import { ratioOf, type Spread, spreadOf } from './statistics.ts';

/** One thing that is measured of every subject. */
export interface Figure {
  readonly key: string;
  readonly label: string;
  /** Decimals in the table. */
  readonly digits?: number;
}

/** What one round of one subject gave: a number for each figure that applies to it. */
export type Sample = Readonly<Record<string, number>>;

export interface Subject {
  readonly name: string;
  /** One round, in child processes of its own, in an empty folder that is removed afterwards. */
  run(folder: string): Promise<Sample>;
}

export interface Measurement {
  readonly name: string;
  readonly title: string;
  readonly rounds: number;
  /** It takes so long that it is left out of a run of everything. */
  readonly onlyWhenNamed?: boolean;
  readonly figures: readonly Figure[];
  readonly ours: Subject;
  /** What a user would otherwise run. */
  readonly alternatives: readonly Subject[];
}

export interface FigureResult extends Figure {
  readonly ours: Spread | undefined;
  readonly alternatives: readonly {
    readonly name: string;
    readonly figure: Spread | undefined;
    /** Ours divided by the alternative's. */
    readonly ratio: Spread | undefined;
  }[];
}

export interface MeasurementResult {
  readonly name: string;
  readonly title: string;
  readonly rounds: number;
  readonly ours: string;
  readonly figures: readonly FigureResult[];
}

/**
 * Runs every subject once a round, in turn, so that what changes on the machine meanwhile hits all of them.
 * @param inFolder lends a folder for the duration of one run
 * @throws whatever a subject throws: half a measurement is none
 */
export async function measure(
  measurement: Measurement,
  inFolder: (work: (folder: string) => Promise<Sample>) => Promise<Sample>,
  onRun: (round: number, subject: string) => void = () => undefined,
): Promise<MeasurementResult> {
  const subjects = [measurement.ours, ...measurement.alternatives];
  const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 1; round <= measurement.rounds; round += 1) {
    for (const subject of subjects) {
      onRun(round, subject.name);
      samples.get(subject.name)?.push(await inFolder((folder) => subject.run(folder)));
    }
  }
  const valuesOf = ({ name }: Subject, key: string) =>
    (samples.get(name) ?? []).map((sample) => sample[key]).filter((value) => value !== undefined);
  return {
    name: measurement.name,
    title: measurement.title,
    rounds: measurement.rounds,
    ours: measurement.ours.name,
    figures: measurement.figures.map((figure) => {
      const ours = valuesOf(measurement.ours, figure.key);
      const alternatives = measurement.alternatives.map((alternative) => {
        const values = valuesOf(alternative, figure.key);
        return { name: alternative.name, figure: spreadOrNone(values), ratio: ratioOf(ours, values) };
      });
      return { ...figure, ours: spreadOrNone(ours), alternatives };
    }),
  };
}

function spreadOrNone(values: readonly number[]): Spread | undefined {
  return values.length > 0 ? spreadOf(values) : undefined;
}
