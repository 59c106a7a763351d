import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface Certificate {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  /** A file that holds the certificate, never the key. */
  readonly path: string;
  remove(): Promise<void>;
}

/** By address: a process that trusts one of its servers trusts them all. */
const made = new Map<string, ReturnType<typeof generate>>();

/** A self-signed certificate of this process, for that address and this machine's own names. */
export async function makeCertificate(address: string): Promise<Certificate> {
  const making = made.get(address) ?? selfSigned([...new Set([address, '127.0.0.1'])]);
  made.set(address, making);
  const { cert, private: key } = await making;
  const folder = await mkdtemp(join(tmpdir(), 'voice-certificate-'));
  const path = join(folder, 'certificate.pem');
  await writeFile(path, cert);
  return { certificate: cert, key, path, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function selfSigned(addresses: readonly string[]): ReturnType<typeof generate> {
  // A name of its own, because a client that trusts two certificates of the same name may check with the wrong one.
  return await generate([{ name: 'commonName', value: `voice server ${randomUUID()}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [{ type: 2, value: 'localhost' }, ...addresses.map((ip) => ({ type: 7 as const, ip }))],
      },
    ],
  });
}
