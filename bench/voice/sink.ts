import { createSocket } from 'node:dgram';
import { endWithParent } from '../support/round.ts';

/** Takes datagrams and says where. */
endWithParent();
const socket = createSocket('udp4');
socket.on('message', () => undefined);
socket.bind(0, '127.0.0.1', () => process.send?.({ port: socket.address().port }));
