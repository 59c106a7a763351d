import type { Logger } from 'pino';

/**
 * A log whose lines about a job carry the reference that its person was told, no matter who writes them: one look for it shows the
 * whole story.
 */
export function storyLog(log: Logger, referenceOf: (jobId: string) => string | undefined): Logger {
  return log.child(
    {},
    {
      formatters: {
        log: (facts) => {
          if (!('job' in facts) || typeof facts.job !== 'string') return { ...facts };
          const reference = referenceOf(facts.job);
          return reference === undefined ? { ...facts } : { reference, ...facts };
        },
      },
    },
  );
}
