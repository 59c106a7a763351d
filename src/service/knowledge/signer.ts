import { randomUUID } from 'node:crypto';
import { ApiKey } from '../profile.ts';
import { acs3Headers } from './acs3.ts';
import type { KnowledgeSigning } from './settings.ts';

interface CallToSign {
  readonly host: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly action: string;
  readonly version: string;
  /** Epoch milliseconds, as the service sees them. */
  readonly now: number;
}

/** The headers that say who calls. The secrets are where nothing can print them. */
export type Signer = (call: CallToSign) => Record<string, string>;

export function openSigner(signing: KnowledgeSigning): Signer {
  switch (signing.scheme) {
    case 'acs3': {
      const secret = new ApiKey(signing.accessKeySecret);
      const token = signing.securityToken ? new ApiKey(signing.securityToken) : undefined;
      const { accessKeyId } = signing;
      return ({ now, ...call }) =>
        acs3Headers(
          { ...call, method: 'POST', body: '', date: now, nonce: randomUUID().replaceAll('-', '') },
          { accessKeyId, accessKeySecret: secret.reveal(), securityToken: token?.reveal() },
        );
    }
    case 'bearer': {
      const token = new ApiKey(signing.token);
      return () => ({ authorization: `Bearer ${token.reveal()}` });
    }
    case 'none':
      return () => ({});
  }
}
