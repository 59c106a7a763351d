import { expect, it } from 'vitest';
import { orderOf } from '../../../commands/kit/asking.ts';
import { Dispatcher } from '../../../src/discord/dispatcher.ts';
import type { Order } from '../../../src/discord/order.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { demoCommand } from '../../support/demo-commands.ts';
import { FakeInteraction } from '../../support/fake-interaction.ts';
import { silentLog } from '../../support/fake-log.ts';

const minuteMs = 60_000;
const discordsTime = Date.UTC(2026, 10, 22, 12);

/** What a command makes of an interaction, on a machine whose clock is so far ahead of Discord's. */
async function orderAt(aheadMs: number): Promise<Order> {
  const orders: Order[] = [];
  const command = demoCommand({
    run: async ({ interaction, ...frame }) => void orders.push(orderOf(interaction, frame)),
  });
  const dispatcher = new Dispatcher({
    features: [{ commands: [command], buttons: [], modals: [] }],
    wordsFor,
    log: silentLog,
    now: () => discordsTime + aheadMs,
  });
  const interaction = new FakeInteraction({ commandName: 'demo', createdTimestamp: discordsTime });
  await dispatcher.handle(interaction.real);
  const [order] = orders;
  if (!order) throw new Error('the command did not run');
  return order;
}

it.each([
  ['20 minutes fast', 20 * minuteMs],
  ['right', 0],
  ['20 minutes slow', -20 * minuteMs],
])(
  'an interaction can be answered for 15 minutes from its receipt by a clock that is %s',
  async (_, aheadMs) => {
    const { panel } = await orderAt(aheadMs);
    const leftMs = panel.tokenExpiresAt - (discordsTime + aheadMs);
    expect(leftMs).toBeGreaterThan(14 * minuteMs);
    expect(leftMs).toBeLessThan(15 * minuteMs);
  },
);
