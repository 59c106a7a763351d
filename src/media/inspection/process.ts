import { endWithOwner } from './end-with-owner.ts';
import { read } from './read.ts';
import type { InspectionJob } from './reading.ts';

/** Entry of the process in which files of strangers are read; `inspector.ts` starts and ends it. */
endWithOwner();
process.on('message', (job: InspectionJob) => {
  void read(job).then(
    (reading) => process.send?.({ is: 'read', reading }),
    () => process.send?.({ is: 'unread', why: 'failed' }),
  );
});
process.send?.({ is: 'ready' });
