import { generateDependencyReport } from '@discordjs/voice';
import { describe, expect, it } from 'vitest';
import { CipherError, checkCiphers } from '../../../../src/voice/connection/ciphers.ts';

describe('the ciphers that voice needs', () => {
  it('are installed, and the library finds them', async () => {
    await checkCiphers();
    expect(generateDependencyReport()).toMatch(/@noble\/ciphers: \d/);
  });

  it('are asked for at the start when they are missing', async () => {
    const missing = checkCiphers(() => Promise.reject(new Error('Cannot find package')));
    await expect(missing).rejects.toThrow(CipherError);
    await expect(missing).rejects.toThrow('npm ci');
    await expect(checkCiphers(undefined, ['aes-128-cbc'])).rejects.toThrow('AES-256-GCM');
  });
});
