import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Oddities } from '../../oddities.ts';
import { RateLimit } from '../rate-limit.ts';
import { ServiceRefusal } from '../refusal.ts';
import { failureAnswer, successAnswer, wireDocument, wireNode } from './answers.ts';
import { statusOf } from './document.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { invalidKnowledge, KnowledgeRefusal } from './knowledge-refusal.ts';
import type { KnowledgeBase, Library } from './library.ts';
import { type ListParameters, listParameters, readParameters, retrieveParameters } from './parameters.ts';
import { retrieve } from './retrieve.ts';
import type { KnowledgeSettings, PolicyAction } from './settings.ts';

export interface KnowledgeRouteParts {
  readonly library: Library;
  readonly gatekeeper: Gatekeeper;
  readonly settings: () => KnowledgeSettings;
  readonly oddities: Oddities;
  readonly now: () => number;
}

type InWorkspace = { Params: { workspaceId: string } };
type Query = readonly (readonly [string, string])[];

/** Document 3, and the search of field notes 6: POST, parameters in the query, no body. */
export async function addKnowledgeRoutes(server: FastifyInstance, parts: KnowledgeRouteParts): Promise<void> {
  const { settings, oddities, now } = parts;
  const odd = (name: string): void => oddities.note(`knowledge: ${name}`);
  const retrieves = new RateLimit(now, () => settings().retrievesPerSecond);
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) =>
      answerFailure(refusalOf(error), settings(), request, reply),
    );
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('date', new Date(now()).toUTCString());
    });

    scope.post<InWorkspace>('/:workspaceId/index/list_index_file_detail', async (request) => {
      const query = admit(request, parts, 'ListIndexFileDetails', 'sfm:ListIndexFiles');
      const parameters = readParameters(listParameters, query, odd);
      const base = baseOf(request.params.workspaceId, parameters.IndexId, parts);
      const data = listDocuments(base, parameters, parts);
      for (let more = settings().arrivalsPerList; more > 0; more -= 1) parts.library.arriveAny(base.id);
      return successAnswer(request.id, data, settings().quirks);
    });

    scope.post<InWorkspace>('/:workspaceId/index/retrieve', async (request) => {
      const query = admit(request, parts, 'Retrieve', 'sfm:Retrieve');
      retrieves.admit();
      const parameters = readParameters(retrieveParameters, query, odd);
      const base = baseOf(request.params.workspaceId, parameters.IndexId, parts);
      const found = retrieve(parameters.Query, base.documents, now(), parameters.RerankMinScore);
      const nodes = found.slice(0, parameters.RerankTopN).map((node) => wireNode(node, settings().quirks));
      return successAnswer(request.id, { Nodes: nodes }, settings().quirks);
    });
  });
}

function admit(
  request: FastifyRequest,
  { gatekeeper }: KnowledgeRouteParts,
  action: string,
  policyAction: PolicyAction,
): Query {
  const [path = '', search = ''] = request.url.split('?', 2);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const query = [...new URLSearchParams(search)];
  gatekeeper.admit({
    method: request.method,
    path,
    query,
    headers: request.headers,
    body,
    action,
    policyAction,
  });
  if (body.length > 0)
    throw invalidKnowledge('The parameters belong into the query, and the body must be empty.');
  return query;
}

function baseOf(workspaceId: string, indexId: string | undefined, parts: KnowledgeRouteParts): KnowledgeBase {
  const { library, settings } = parts;
  if (!library.hasWorkspace(workspaceId)) {
    throw new KnowledgeRefusal(
      'service',
      404,
      'WorkSpaceNotFound',
      `The workspace ${workspaceId} does not exist.`,
    );
  }
  const base = library.find(workspaceId, indexId);
  if (!base) throw invalidKnowledge(`IndexId names no knowledge base of the workspace ${workspaceId}.`);
  library.catchUp(base.id, settings().arrivalEveryMs);
  return base;
}

function listDocuments(base: KnowledgeBase, parameters: ListParameters, parts: KnowledgeRouteParts) {
  const { DocumentStatus, DocumentName, EnableNameLike, PageNumber, PageSize } = parameters;
  const now = parts.now();
  const fuzzy = EnableNameLike === 'true';
  const wanted = fuzzy ? DocumentName?.toLowerCase() : DocumentName;
  const fitting = parts.library.newestFirst(base).filter((document) => {
    if (DocumentStatus && statusOf(document, now) !== DocumentStatus) return false;
    if (!wanted) return true;
    return fuzzy ? document.name.toLowerCase().includes(wanted) : document.name === wanted;
  });
  const page = fitting.slice((PageNumber - 1) * PageSize, PageNumber * PageSize);
  return {
    IndexId: base.id,
    TotalCount: fitting.length,
    PageNumber,
    PageSize,
    Documents: page.map((document) => wireDocument(document, now, parts.settings().quirks)),
  };
}

function refusalOf(error: unknown): KnowledgeRefusal {
  if (error instanceof KnowledgeRefusal) return error;
  if (error instanceof ServiceRefusal) {
    return new KnowledgeRefusal('service', error.status, error.code, error.message);
  }
  return new KnowledgeRefusal('service', 500, 'InternalError', 'An internal error has occurred.');
}

function answerFailure(
  refusal: KnowledgeRefusal,
  { quirks }: KnowledgeSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const asOk = quirks.failuresAsOk && refusal.origin === 'service';
  return reply
    .code(asOk ? 200 : refusal.status)
    .send(failureAnswer(request.id, refusal, request.headers.host ?? '', quirks));
}
