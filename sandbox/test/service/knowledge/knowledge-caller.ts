import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { KnowledgeOptions } from '../../../service/server.ts';
import { openService, type ServiceCaller, type WireBody } from '../service-caller.ts';

export interface KnowledgeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: WireBody & {
    readonly Success?: boolean;
    readonly Code?: string;
    readonly Message?: string;
    readonly Status?: unknown;
    readonly Data?: {
      readonly IndexId?: string;
      readonly TotalCount: number;
      readonly PageNumber: number;
      readonly PageSize: number;
      readonly Documents: readonly WireDocument[];
      readonly Nodes: readonly {
        readonly Text: string;
        readonly Score: number;
        readonly Metadata: unknown;
      }[];
    };
  };
}

export interface WireDocument {
  readonly Id: string;
  readonly Name: string;
  readonly Status: string;
  readonly DocumentType: string;
  readonly GmtModified: unknown;
  readonly [field: string]: unknown;
}

/** What of a signed call is to be wrong, or other than usual. */
export interface Differently {
  readonly accessKeyId?: string;
  readonly secret?: string;
  readonly action?: string;
  readonly version?: string;
  readonly date?: string;
  readonly nonce?: string;
  readonly securityToken?: string;
  /** Left out of the signature, though sent. */
  readonly unsigned?: string;
  /** Sent, but not signed. */
  readonly sentQuery?: Record<string, string>;
  readonly body?: string;
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** A client that signs by field notes 6 and knows nothing of the stand-in's own signer. */
export class KnowledgeCaller {
  readonly service: ServiceCaller;

  constructor(service: ServiceCaller) {
    this.service = service;
  }

  get control() {
    return this.service.sandbox.knowledge;
  }

  async list(query: Record<string, string> = {}, how: Differently = {}, workspaceId = 'ws-main') {
    const path = `/${workspaceId}/index/list_index_file_detail`;
    return this.signed(
      path,
      { IndexId: 'idx-library', ...query },
      { action: 'ListIndexFileDetails', ...how },
    );
  }

  async retrieve(query: Record<string, string>, how: Differently = {}) {
    return this.signed(
      '/ws-main/index/retrieve',
      { IndexId: 'idx-rules', ...query },
      { action: 'Retrieve', ...how },
    );
  }

  async documents(query: Record<string, string> = {}): Promise<readonly WireDocument[]> {
    return (await this.list(query)).body.Data?.Documents ?? [];
  }

  async signed(path: string, query: Record<string, string>, how: Differently): Promise<KnowledgeAnswer> {
    const { settings } = this.control;
    const body = how.body ?? '';
    const headers: Record<string, string> = {
      host: new URL(this.service.sandbox.baseUrl).host,
      'x-acs-action': how.action ?? '',
      'x-acs-version': how.version ?? '2023-12-29',
      'x-acs-date': how.date ?? `${new Date(this.service.clock.now).toISOString().slice(0, 19)}Z`,
      'x-acs-signature-nonce': how.nonce ?? randomUUID(),
      'x-acs-content-sha256': hex(body),
      ...(how.securityToken !== undefined && { 'x-acs-security-token': how.securityToken }),
    };
    const names = Object.keys(headers)
      .filter((name) => name !== how.unsigned)
      .toSorted();
    const search = Object.entries(query)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${strict(name)}=${strict(value)}`)
      .join('&');
    const canonical = [
      'POST',
      path,
      search,
      ...names.map((name) => `${name}:${headers[name]}`),
      '',
      names.join(';'),
      hex(body),
    ].join('\n');
    const signature = createHmac('sha256', how.secret ?? settings.accessKeySecret)
      .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
      .digest('hex');
    const credential = how.accessKeyId ?? settings.accessKeyId;
    const authorization = `ACS3-HMAC-SHA256 Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature}`;
    const { host: _host, ...sent } = headers;
    return this.plain(path, { ...query, ...how.sentQuery }, { ...sent, authorization }, body);
  }

  async plain(
    path: string,
    query: Record<string, string>,
    headers: Record<string, string>,
    body = '',
  ): Promise<KnowledgeAnswer> {
    const search = Object.entries(query).map(([name, value]) => `${strict(name)}=${strict(value)}`);
    const response = await fetch(`${this.service.sandbox.baseUrl}${path}?${search.join('&')}`, {
      method: 'POST',
      headers,
      ...(body !== '' && { body }),
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }
}

/** A stand-in with a clock that stands still and 200 documents unless told otherwise; closed when the test ends. */
export async function openKnowledge(knowledge: KnowledgeOptions = {}): Promise<KnowledgeCaller> {
  const synthesis = { speaker: 'built-in' } as const;
  return new KnowledgeCaller(
    await openService({ synthesis, knowledge: { documents: 200, retrievesPerSecond: 1_000, ...knowledge } }),
  );
}
