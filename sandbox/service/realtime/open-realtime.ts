import { RealtimeControl } from './realtime-control.ts';
import { type DeskParts, RealtimeDesk } from './realtime-desk.ts';
import { RealtimeSockets } from './realtime-sockets.ts';

export interface RealtimeParts {
  readonly sockets: RealtimeSockets;
  readonly control: RealtimeControl;
  close(): void;
}

/** Document 2 B and C. */
export function openRealtime(parts: DeskParts): RealtimeParts {
  const desk = new RealtimeDesk(parts);
  const sockets = new RealtimeSockets(desk);
  return {
    sockets,
    control: new RealtimeControl(desk, sockets),
    close() {
      desk.faults.clear();
      sockets.close();
    },
  };
}
