import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { type Attempt, UntilDone } from '../../operations/until-done.ts';
import { type FileStore, FileStoreError, type FileTrouble } from './file-store.ts';

const longestMs = 5_000;

/** What to look at, for the log. */
const advice: Readonly<Record<FileTrouble, string>> = {
  refused:
    "the store of files doesn't let this bot write, read, list and delete: see FILES_URL and its keys or rights",
  missing: "the bucket or folder of FILES_URL isn't there",
  region: 'the bucket of FILES_URL is in another region: set region= in it',
  clock: "the store of files refuses calls because this machine's clock is wrong: set it by NTP",
  unreachable: "the store of files can't be reached: is the network up? See FILES_URL",
  failing: 'the store of files answers with an error of its own; trying again',
};

/** Puts a small file there at start, so that a wrong address or key shows before a video has to wait. */
export class FilesCheck extends UntilDone<'answers' | 'unreachable' | 'refused'> {
  readonly #store: Pick<FileStore, 'probe' | 'kind'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  #before: FileTrouble | undefined;

  constructor(store: Pick<FileStore, 'probe' | 'kind'>, clock: Clock, log: Logger) {
    super(clock);
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  protected override async attempt(
    _before: number,
    signal: AbortSignal,
  ): Promise<Attempt<'answers' | 'unreachable' | 'refused'>> {
    const error = await this.#probe(signal);
    signal.throwIfAborted();
    if (error === undefined) {
      if (this.#before) this.#log.info({ kind: this.#store.kind }, 'the store of files answers now');
      return { outcome: 'answers', isDone: true };
    }
    const trouble = error instanceof FileStoreError ? error.trouble : 'unreachable';
    if (trouble !== this.#before) this.#log.error({ err: error, kind: this.#store.kind }, advice[trouble]);
    this.#before = trouble;
    const mayPass = trouble === 'unreachable' || trouble === 'failing';
    return { outcome: mayPass ? 'unreachable' : 'refused', isDone: false };
  }

  async #probe(signal: AbortSignal): Promise<unknown> {
    const [late, done] = [new AbortController(), new AbortController()];
    this.#clock.sleep(longestMs, done.signal).then(
      () => late.abort(),
      () => undefined,
    );
    try {
      await this.#store.probe(AbortSignal.any([signal, late.signal]));
      return undefined;
    } catch (error) {
      return error;
    } finally {
      done.abort();
    }
  }
}
