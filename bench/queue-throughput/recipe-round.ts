import type { ModelFamily } from '../../src/service/video/model.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { families, jobsOfEachFamily, observe, type Phase } from './workload.ts';

/** What a person does who was refused: asks again in a while. */
const askAgainMs = 60_000;
const pollEveryMs = 15_000;
const takeEveryMs = 1_000;

/** Repeats something in the time of a phase; the answer `false` ends it. */
async function every({ clock }: Phase, periodMs: number, work: () => boolean): Promise<void> {
  do await clock.sleep(periodMs);
  while (work());
}

/** Creates a task and polls it; false when the service refuses. */
function begin(phase: Phase, family: ModelFamily, onEnd: () => void): boolean {
  const account = phase.accounts[family];
  const taskId = account.create();
  if (taskId === undefined) return false;
  void every(phase, pollEveryMs, () => {
    if (account.endedAt(taskId) === undefined) return true;
    onEnd();
    return false;
  });
  return true;
}

/** The usual queue: one timer that takes the next job once a second while there are places. */
function takeOneASecond(phase: Phase, family: ModelFamily): void {
  let [waiting, running] = [jobsOfEachFamily, 0];
  void every(phase, takeEveryMs, () => {
    if (running >= phase.limits[family].tasksAtOnce) return true;
    const began = begin(phase, family, () => {
      running -= 1;
    });
    if (began) [waiting, running] = [waiting - 1, running + 1];
    return waiting > 0;
  });
}

/** No queue: above the limit people are refused, and ask again. */
function refuseAboveTheLimit(phase: Phase, family: ModelFamily): void {
  let running = 0;
  const onEnd = () => {
    running -= 1;
  };
  for (let person = 0; person < jobsOfEachFamily; person += 1) {
    const ask = (): boolean => {
      const isFree = running < phase.limits[family].tasksAtOnce;
      const began = isFree && begin(phase, family, onEnd);
      if (began) running += 1;
      else phase.accounts[family].peopleRefused += 1;
      return began;
    };
    // They do not all ask at the same moment.
    void phase.clock.sleep((person / jobsOfEachFamily) * askAgainMs).then(async () => {
      if (!ask()) await every(phase, askAgainMs, () => !ask());
    });
  }
}

endWithParent();
const [recipe] = process.argv.slice(2);
const work = recipe === 'refuse' ? refuseAboveTheLimit : takeOneASecond;
const sample = await observe(async (phase) => {
  for (const family of families) work(phase, family);
});
reportSample(sample);
