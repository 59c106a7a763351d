import { randomUUID } from 'node:crypto';

/** An id as the service makes them: a prefix for its kind, then 20 hexadecimal digits. */
export function newId(prefix: 'item' | 'resp' | 'call' | 'conv'): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}
