import { endWithOwner } from './end-with-owner.ts';
import { type InspectionJob, read } from './reading.ts';

/** The process that reads strangers' files. `inspector.ts` starts and ends it. */
endWithOwner();
process.on('message', (job: InspectionJob) => {
  void read(job).then(
    (reading) => process.send?.({ is: 'read', reading }),
    () => process.send?.({ is: 'unread', why: 'failed' }),
  );
});
process.send?.({ is: 'ready' });
