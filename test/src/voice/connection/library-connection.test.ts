import type { DiscordGatewayAdapterLibraryMethods } from '@discordjs/voice';
import { describe, expect, it } from 'vitest';
import { listeningAdapter } from '../../../../src/voice/connection/library-connection.ts';

function adapter(library: Partial<DiscordGatewayAdapterLibraryMethods> = {}) {
  const sent: unknown[] = [];
  const faults: string[] = [];
  let told: DiscordGatewayAdapterLibraryMethods | undefined;
  let destroyed = 0;
  const created = listeningAdapter(
    (methods) => {
      told = methods;
      return { sendPayload: (payload) => sent.push(payload) > 0, destroy: () => (destroyed += 1) };
    },
    (where) => faults.push(where),
  )({
    destroy: () => undefined,
    onVoiceServerUpdate: () => undefined,
    onVoiceStateUpdate: () => undefined,
    ...library,
  });
  return { created, sent, faults, told: () => told, destroyed: () => destroyed };
}

describe('the adapter of a room', () => {
  it('sends nothing that the library wants, and lets it believe so', () => {
    const { created, sent } = adapter();
    expect(created.sendPayload({ op: 4 })).toBe(true);
    expect(sent).toEqual([]);
  });

  it('hands over what the main gateway says, without its errors', () => {
    const heard: unknown[] = [];
    const server = { guild_id: '1', token: 't', endpoint: 'not an address' };
    const { told, faults } = adapter({
      onVoiceServerUpdate: (data) => {
        heard.push(data);
        throw new Error('Invalid URL');
      },
    });
    told()?.onVoiceServerUpdate(server);
    expect(heard).toEqual([server]);
    expect(faults).toEqual(['onVoiceServerUpdate']);
  });

  it('is destroyed with the connection', () => {
    const { created, destroyed } = adapter();
    created.destroy();
    expect(destroyed()).toBe(1);
  });
});
