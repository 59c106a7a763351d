import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The one file that a process can be told to trust (`NODE_EXTRA_CA_CERTS`), with the stand-in's certificate in it and
 * whatever it was told to trust before.
 */
export function trustFile(certificatePath: string, trustedBefore: string | undefined): string {
  if (!trustedBefore || !existsSync(trustedBefore)) return certificatePath;
  const path = join(dirname(certificatePath), 'trusted.pem');
  writeFileSync(path, `${readFileSync(trustedBefore, 'utf8')}\n${readFileSync(certificatePath, 'utf8')}`);
  return path;
}
