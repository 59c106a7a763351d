import { describe, expect, it } from 'vitest';
import { CallScene } from '../../support/call-scene.ts';

describe('a call whose bot is moved', () => {
  it('is in the new channel from that moment on, tells whoever watches, and remembers it when it is over', async () => {
    const scene = await CallScene.start();
    const seen: string[] = [];
    scene.call.onChange(() => seen.push(scene.call.channelId));
    expect(scene.call.channelId).toBe('voice');
    scene.lease.become({ is: 'moved', channelId: 'elsewhere', from: 'voice' });
    expect(seen).toEqual(['elsewhere']);
    scene.lease.become({ is: 'ready', channelId: 'elsewhere' });
    await scene.call.stop();
    expect(scene.call.channelId).toBe('elsewhere');
  });

  it('is told of it although nothing else has changed', async () => {
    const scene = await CallScene.start();
    let told = 0;
    scene.call.onChange(() => {
      told += 1;
    });
    scene.lease.become({ is: 'ready', channelId: 'elsewhere' });
    scene.lease.become({ is: 'ready', channelId: 'elsewhere' });
    expect(told).toBe(1);
  });
});
