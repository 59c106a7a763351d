import type { Order } from '../discord/order.ts';

/** Who wants a text read, where, and how they are answered. */
export type SpeechOrder = Omit<Order, 'attachmentLimitBytes'>;
