import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OtherPort } from './other-port.ts';
import type { ResultFault } from './outcomes.ts';
import type { ResultFiles } from './result-files.ts';
import type { TaskBoard } from './task-board.ts';

const signatureQuery = z.object({ Expires: z.string(), Signature: z.string() });
const twoGigabytes = 2 * 1_024 ** 3;

/** `GET /files/{task_id}.mp4`: what stands in `output.video_url`; answers errors as an object store does, in XML. */
export function addFileRoute(
  server: FastifyInstance,
  board: TaskBoard,
  files: ResultFiles,
  elsewhere: OtherPort,
  baseUrl: () => string,
): void {
  const config = { chaosCall: 'file' } as const;
  server.get<{ Params: { name: string } }>('/files/:name', { config }, async (request, reply) => {
    const taskId = request.params.name.replace(/\.mp4$/, '');
    const query = signatureQuery.safeParse(request.query);
    if (!query.success || !files.isSigned(taskId, query.data.Expires, query.data.Signature)) {
      return refuse(reply, 403, 'SignatureDoesNotMatch', 'The request signature does not match.');
    }
    const outcome = board.find(taskId)?.outcome;
    const fault = outcome?.kind === 'result' ? outcome.fault : undefined;
    const bytes = files.get(taskId);
    if (!bytes || fault === 'missing') {
      return refuse(reply, 404, 'NoSuchKey', 'The specified key does not exist.');
    }
    if (fault === 'redirect') return reply.redirect(elsewhere.there(`${baseUrl()}${request.url}`));
    return isOfFile(fault) ? misbehave(fault, bytes, reply) : send(request, reply, bytes);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  reply.type('video/mp4').header('accept-ranges', 'bytes');
  const range = rangeOf(request.headers.range, bytes.length);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  }
  if (!range) return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const { first, last } = range;
  reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes.length}`);
  return reply.send(Buffer.from(bytes.subarray(first, last + 1)));
}

/** One byte range; anything else is answered with the whole file, as RFC 9110 allows. */
function rangeOf(header: string | undefined, size: number) {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [from, to] = [parts?.[1], parts?.[2]];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'unsatisfiable' : { first, last };
}

const faultsOfFile = ['html', 'endless', 'slow', 'huge'] as const;

function isOfFile(fault: ResultFault | undefined): fault is (typeof faultsOfFile)[number] {
  return faultsOfFile.some((each) => each === fault);
}

function misbehave(
  fault: (typeof faultsOfFile)[number],
  bytes: Uint8Array,
  reply: FastifyReply,
): FastifyReply {
  if (fault === 'html') {
    return reply
      .type('text/html')
      .send('<!doctype html><title>Sign in</title><p>Please sign in to continue.</p>');
  }
  reply.type('video/mp4');
  if (fault === 'huge') {
    reply.header('content-length', twoGigabytes);
    return reply.send(Readable.from(parts(bytes)));
  }
  return reply.send(fault === 'endless' ? Readable.from(endless(bytes)) : drip(bytes));
}

/** The beginning of the promised two gigabytes; then the connection stays open without another byte. */
async function* parts(bytes: Uint8Array) {
  yield bytes;
  await new Promise(() => {});
}

function* endless(bytes: Uint8Array) {
  for (;;) yield bytes;
}

/** One byte ten times a second. */
function drip(bytes: Uint8Array): Readable {
  const slow = new PassThrough();
  let sent = 0;
  const timer = setInterval(() => {
    slow.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    if (sent >= bytes.length) slow.end();
  }, 100);
  slow.on('close', () => clearInterval(timer));
  return slow;
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<Error>', `  <Code>${code}</Code>`];
  return reply
    .code(status)
    .type('application/xml')
    .send([...lines, `  <Message>${message}</Message>`, '</Error>', ''].join('\n'));
}
