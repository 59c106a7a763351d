import { flushCompileCache } from 'node:module';
import { endWithOwner } from './end-with-owner.ts';
import { type InspectionJob, read } from './reading.ts';

/** The process that reads strangers' files. `inspector.ts` starts and ends it. */
endWithOwner();
process.on('message', (job: InspectionJob) => {
  void read(job)
    .then(
      (reading) => process.send?.({ is: 'read', reading }),
      () => process.send?.({ is: 'unread', why: 'failed' }),
    )
    // It's ended without a chance to do that.
    .then(() => flushCompileCache());
});
process.send?.({ is: 'ready' });
