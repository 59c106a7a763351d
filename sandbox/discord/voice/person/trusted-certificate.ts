import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const trusted = new Set<string>();

/** Makes this process trust the voice server's own certificate, next to what it trusts already. `pem` once is enough. */
export function trustCertificate(pem: string): void {
  if (trusted.has(pem)) return;
  trusted.add(pem);
  setDefaultCACertificates([...getCACertificates('default'), pem]);
}
