import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Core } from '../core.ts';
import { invalidForm } from '../errors.ts';
import { ok, type Routes } from '../http/routes.ts';
import { plainPicture } from '../picture.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The CDN: signed files with byte ranges, and the pictures of people and bots. */
export function cdnRoutes(server: FastifyInstance, core: Core): void {
  server.get('/attachments/:channelId/:id/:filename', (request, reply) => {
    const [path = '', query = ''] = request.url.split('?', 2);
    const file = core.files.open(path, new URLSearchParams(query));
    if (!file) return reply.code(404).type('text/plain').send('This content is no longer available.');
    const total = file.bytes.length;
    const range = rangeOf(request.headers.range, total);
    reply
      .type(file.contentType)
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'private, max-age=3600')
      .header('content-disposition', `attachment; filename="${file.filename}"`)
      .header('x-content-type-options', 'nosniff');
    return sendRange(reply, file.bytes, range);
  });
  server.get('/embed/avatars/:name', (request, reply) => picture(reply, request.url));
  server.get('/avatars/:id/:name', (request, reply) => picture(reply, request.url));
  server.get('/emojis/:name', (request, reply) => picture(reply, request.url));
  server.get('/icons/:id/:name', (request, reply) => picture(reply, request.url));
}

/**
 * Fresh addresses for expired ones, of files of messages and of interactions alike. Discord's specification leaves this
 * route out; what can't be refreshed comes back as `null`.
 */
export function attachmentRoutes(routes: Routes): void {
  const { files } = routes.core;
  routes.post<{ readonly attachment_urls?: unknown }>('/attachments/refresh-urls', {}, ({ body }) => {
    const urls = body.attachment_urls;
    if (!Array.isArray(urls) || urls.length > 50)
      throw invalidForm(['attachment_urls'], 'BASE_TYPE_REQUIRED', 'This field is required');
    return ok({
      refreshed_urls: urls.map(String).map((original) => {
        const file = files.find(URL.parse(original)?.pathname ?? '');
        return { original, refreshed: file ? files.url(file) : null };
      }),
    });
  });
}

function sendRange(
  reply: FastifyReply,
  bytes: Buffer,
  range: Range | 'none' | 'unsatisfiable',
): FastifyReply {
  if (range === 'none') return reply.send(bytes);
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`)
    .send(bytes.subarray(range.start, range.end + 1));
}

/** A single byte range (RFC 9110, 14.1.2). Several ranges are answered with the whole file. */
function rangeOf(header: string | undefined, total: number): Range | 'none' | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return 'none';
  const start = from === '' ? Math.max(0, total - Number(to)) : Number(from);
  const end = from === '' || to === '' ? total - 1 : Math.min(Number(to), total - 1);
  return start > end || start >= total ? 'unsatisfiable' : { start, end };
}

function picture(reply: FastifyReply, seed: string): FastifyReply {
  return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(plainPicture(seed));
}
