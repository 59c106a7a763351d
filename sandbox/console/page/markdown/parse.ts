import { rules, rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';
import { lineRule } from './line-start.ts';
import { listRule } from './list-rule.ts';
import type { InlineStyle, MarkdownNode, TimeFormat } from './nodes.ts';

/** A node of the library's tree. Its fields depend on `type` and are read one by one below. */
interface RawNode {
  readonly type: string;
  readonly content?: unknown;
  readonly items?: unknown;
  readonly [field: string]: unknown;
}

const lineRules = {
  list: listRule,
  heading: lineRule('heading', /^(#{1,3}) +([^\n]+?)(?:\n|$)/),
  subtext: lineRule('subtext', /^-# +([^\n]+?)(?:\n|$)/),
};
const parseMessage = SimpleMarkdown.parserFor({ ...rules, ...lineRules });
const parseRich = SimpleMarkdown.parserFor({ ...rulesExtended, ...lineRules });

/**
 * Parses chat markdown.
 * @param source what someone wrote
 * Marks nested so deeply that the parser's stack does not hold them are shown as they were written.
 * @param masked whether `[words](address)` is a link: applications may write those, in embeds and text displays too
 */
export function parseMarkdown(source: string, masked = true): readonly MarkdownNode[] {
  const parse = masked ? parseRich : parseMessage;
  try {
    return nodes(parse(source, { inline: true }));
  } catch (error) {
    if (error instanceof RangeError) return [{ kind: 'text', text: source }];
    throw error;
  }
}

const styles: Readonly<Record<string, InlineStyle>> = {
  strong: 'strong',
  em: 'em',
  underline: 'underline',
  u: 'underline',
  strikethrough: 'strike',
  spoiler: 'spoiler',
  subtext: 'subtext',
};

function nodes(raw: unknown): readonly MarkdownNode[] {
  if (!Array.isArray(raw)) return typeof raw === 'string' ? [{ kind: 'text', text: raw }] : [];
  return joined((raw as readonly RawNode[]).map(node));
}

function node(raw: RawNode): MarkdownNode {
  const style = styles[raw.type];
  if (style) return { kind: 'styled', style, content: nodes(raw.content) };
  return block(raw) ?? reference(raw) ?? { kind: 'text', text: string(raw.content ?? raw.name) };
}

function block(raw: RawNode): MarkdownNode | undefined {
  switch (raw.type) {
    case 'br':
    case 'newline':
      return { kind: 'break' };
    case 'heading':
      return { kind: 'heading', level: level(raw.level), content: nodes(raw.content) };
    case 'blockQuote':
      return { kind: 'quote', content: nodes(raw.content) };
    case 'list': {
      const items = Array.isArray(raw.items) ? raw.items.map(nodes) : [];
      return { kind: 'list', start: typeof raw.start === 'number' ? raw.start : undefined, items };
    }
    case 'inlineCode':
      return { kind: 'code', text: string(raw.content) };
    case 'codeBlock':
      return { kind: 'code-block', language: string(raw.lang) || undefined, text: string(raw.content) };
    default:
      return undefined;
  }
}

function reference(raw: RawNode): MarkdownNode | undefined {
  switch (raw.type) {
    case 'link':
    case 'url':
    case 'autolink':
      return link(string(raw.target), nodes(raw.content));
    case 'user':
    case 'channel':
    case 'role':
      return { kind: 'mention', target: raw.type, id: string(raw.id) };
    case 'everyone':
    case 'here':
      return { kind: 'ping', everyone: raw.type === 'everyone' };
    case 'slashCommand':
      return { kind: 'command', name: string(raw.fullName), id: string(raw.id) };
    case 'timestamp':
      return { kind: 'time', atMs: Number(raw.timestamp) * 1000, format: (raw.format ?? 'f') as TimeFormat };
    case 'emoji':
      return { kind: 'emoji', name: string(raw.name), id: string(raw.id) };
    default:
      return undefined;
  }
}

/** Only addresses that a browser opens as a page become links; anything else stays words. */
function link(target: string, content: readonly MarkdownNode[]): MarkdownNode {
  const href = safeAddress(target);
  return href ? { kind: 'link', href, content } : { kind: 'text', text: plainText(content) || target };
}

/** The address if it may be followed: http, https or mailto. */
export function safeAddress(address: string): string | undefined {
  const url = URL.parse(address);
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}

/** The plain text of nodes, for reply previews and labels. */
export function plainText(content: readonly MarkdownNode[]): string {
  return content
    .map((part) => {
      switch (part.kind) {
        case 'text':
        case 'code':
        case 'code-block':
          return part.text;
        case 'list':
          return part.items.map(plainText).join(' ');
        case 'command':
          return `/${part.name}`;
        case 'emoji':
          return `:${part.name}:`;
        case 'ping':
          return part.everyone ? '@everyone' : '@here';
        case 'break':
          return ' ';
        default:
          return 'content' in part ? plainText(part.content) : '';
      }
    })
    .join('');
}

/** Joins neighbouring texts; a code block ends its own line, so the break after it isn't another one. */
function joined(parts: readonly MarkdownNode[]): readonly MarkdownNode[] {
  const result: MarkdownNode[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.kind === 'break' && last?.kind === 'code-block') continue;
    if (part.kind === 'text' && last?.kind === 'text') {
      result[result.length - 1] = { kind: 'text', text: last.text + part.text };
    } else {
      result.push(part);
    }
  }
  return result;
}

function level(value: unknown): 1 | 2 | 3 {
  return value === 1 || value === 2 ? value : 3;
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
