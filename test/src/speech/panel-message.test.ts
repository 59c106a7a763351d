import { describe, expect, it } from 'vitest';
import { MessageError } from '../../../src/discord/messenger.ts';
import { type KeptPanel, KeptPanels } from '../../../src/speech/panel-message.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog } from '../../support/fake-log.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { Lifeline } from '../../support/lifeline.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const panel = { guildId: 'guild', channelId: 'channel', locale: 'en-US' };

function panels() {
  const line = new Lifeline();
  const shelf = new MemoryShelf<KeptPanel>(() => line);
  const messenger = new FakeMessenger(new FakeClock(), () => line);
  const open = () => new KeptPanels(shelf, messenger, silentLog);
  return { shelf, messenger, open };
}

describe('panels of a killed process', () => {
  it.each([
    ['temporary', 1],
    ['closed', 0],
  ] as const)(
    'that Discord refuses to remove (%s) are remembered if it may work later',
    async (reason, left) => {
      const { shelf, messenger, open } = panels();
      await open().keep('old', panel);
      messenger.failures.push({ call: 'remove', when: 'before', error: new MessageError(reason, 'no') });
      await open().recover([]);
      expect(messenger.tried).toContain('remove');
      expect(shelf.records.size).toBe(left);
    },
  );

  it('go, and those of this process stay', async () => {
    const { shelf, messenger, open } = panels();
    await open().keep('old', panel);
    const now = open();
    await now.keep('new', panel);
    await now.recover([]);
    expect(messenger.tried.filter((call) => call === 'remove')).toHaveLength(1);
    expect([...shelf.records.keys()]).toEqual(['new']);
  });
});
