import type { IncomingHttpHeaders } from 'node:http';
import { acs3Signature, readAcs3, type SignedRequest, sameSignature, sha256, stringToSign } from './acs3.ts';
import { gatewayRefusal } from './knowledge-refusal.ts';
import type { KnowledgeSettings, PolicyAction } from './settings.ts';

const apiVersion = '2023-12-29';
/** A date further away than this, or a nonce that was used within it, is refused. */
const windowMs = 15 * 60 * 1_000;
const mustBeSigned = [
  'host',
  'x-acs-action',
  'x-acs-version',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-content-sha256',
];

/** One call, as received. */
export interface IncomingCall {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** As `x-acs-action` names it. */
  readonly action: string;
  readonly policyAction: PolicyAction;
}

/** Lets calls in: who it is (field notes 6), and what the policies of the account grant (document 3). */
export class Gatekeeper {
  readonly #settings: () => KnowledgeSettings;
  readonly #apiKey: string;
  readonly #now: () => number;
  /** Nonce → when it was used. */
  readonly #nonces = new Map<string, number>();

  constructor(settings: () => KnowledgeSettings, apiKey: string, now: () => number) {
    this.#settings = settings;
    this.#apiKey = apiKey;
    this.#now = now;
  }

  /** @throws {KnowledgeRefusal} of the gateway */
  admit(call: IncomingCall): void {
    const { authentication, denied } = this.#settings();
    if (authentication === 'bearer') this.#checkBearer(call.headers);
    if (authentication === 'acs3') this.#checkAcs3(call);
    if (denied.includes(call.policyAction)) {
      throw gatewayRefusal(
        403,
        'NoPermission',
        `You are not authorized to do this action. Action: ${call.policyAction}.`,
      );
    }
  }

  #checkBearer({ authorization = '' }: IncomingHttpHeaders): void {
    const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (key === undefined || !sameSignature(key, this.#apiKey)) {
      throw gatewayRefusal(401, 'InvalidApiKey', 'Invalid API-key provided.');
    }
  }

  #checkAcs3(call: IncomingCall): void {
    const { accessKeyId, accessKeySecret, securityToken } = this.#settings();
    const headers = textHeaders(call.headers);
    const given = readAcs3(headers.authorization ?? '');
    if (!given)
      throw gatewayRefusal(400, 'MissingAuthorization', 'Authorization is missing or not well-formed.');
    const tokenHeader = headers['x-acs-security-token'] === undefined ? [] : ['x-acs-security-token'];
    for (const name of [...mustBeSigned, ...tokenHeader]) {
      if (!headers[name]) throw gatewayRefusal(400, 'MissingParameter', `The header ${name} is missing.`);
      if (!given.signedHeaders.includes(name)) {
        throw gatewayRefusal(400, 'IncompleteSignature', `The header ${name} is not signed.`);
      }
    }
    this.#checkDate(headers['x-acs-date'] ?? '');
    if (given.accessKeyId !== accessKeyId) {
      throw gatewayRefusal(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.');
    }
    if (headers['x-acs-security-token'] !== securityToken) {
      throw gatewayRefusal(400, 'InvalidSecurityToken', 'The specified SecurityToken is invalid.');
    }
    const bodyHash = sha256(call.body);
    if (headers['x-acs-content-sha256'] !== bodyHash) {
      throw gatewayRefusal(400, 'InvalidContentHash', 'x-acs-content-sha256 is not that of the body.');
    }
    const request: SignedRequest = { ...call, headers, signedHeaders: given.signedHeaders, bodyHash };
    if (!sameSignature(acs3Signature(request, accessKeySecret), given.signature)) {
      throw gatewayRefusal(
        400,
        'SignatureDoesNotMatch',
        `Specified signature is not matched with our calculation. server string to sign is:${stringToSign(request)}`,
      );
    }
    if (headers['x-acs-action'] !== call.action || headers['x-acs-version'] !== apiVersion) {
      throw gatewayRefusal(404, 'InvalidAction.NotFound', 'Specified api is not found.');
    }
    this.#useNonce(headers['x-acs-signature-nonce'] ?? '');
  }

  #checkDate(date: string): void {
    const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(at)) {
      throw gatewayRefusal(
        400,
        'InvalidTimeStamp.Format',
        'Specified time stamp or date value is not well formatted.',
      );
    }
    if (Math.abs(this.#now() - at) > windowMs) {
      throw gatewayRefusal(400, 'InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.');
    }
  }

  #useNonce(nonce: string): void {
    const now = this.#now();
    for (const [old, usedAt] of this.#nonces) {
      if (now - usedAt <= 2 * windowMs) break;
      this.#nonces.delete(old);
    }
    if (this.#nonces.has(nonce)) {
      throw gatewayRefusal(400, 'SignatureNonceUsed', 'Specified signature nonce was used already.');
    }
    this.#nonces.set(nonce, now);
  }
}

function textHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
}
