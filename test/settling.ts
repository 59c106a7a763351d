import { readFileSync } from 'node:fs';
import { childrenOf, type Node, parsedFile } from '../bench/structure/syntax.ts';

const isFunction = ({ type }: Node) => /^(FunctionDeclaration|(Arrow)?FunctionExpression)$/.test(type);
const nodeAt = (node: Node | undefined, key: string) => (node?.[key] ?? undefined) as Node | undefined;
const nodesAt = (node: Node | undefined, key: string) => (node?.[key] ?? []) as readonly Node[];
const nameOf = (node: Node | undefined) =>
  (node?.type === 'PrivateIdentifier' ? '#' : '') + (node?.name ?? '');

/** What a statement names, and the function behind the name. */
function declared(node: Node): readonly [name: string, value: Node | undefined] | undefined {
  switch (node.type) {
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'TSMethodSignature':
      return [nameOf(nodeAt(node, 'key')), nodeAt(node, 'value')];
    case 'FunctionDeclaration':
      return [nameOf(nodeAt(node, 'id')), node];
    case 'VariableDeclarator':
      return [nameOf(nodeAt(node, 'id')), nodeAt(node, 'init')];
    default:
      return undefined;
  }
}

function throws(node: Node | undefined): boolean {
  if (!node || isFunction(node)) return false;
  return node.type === 'ThrowStatement' || childrenOf(node).some(throws);
}

/** The functions of a file, which of them say that they never reject, and whose promises nobody waits for. */
export class FileOfPromises {
  readonly path: string;
  readonly functions = new Map<string, Node>();
  readonly promised = new Set<string>();
  /** Calls of its own functions behind `void`. */
  readonly floating: Node[] = [];
  readonly #source: string;

  constructor(path: string) {
    this.path = path;
    this.#source = readFileSync(path, 'utf8');
    this.#read(parsedFile(path, this.#source));
  }

  textOf({ start, end }: Node): string {
    return this.#source.slice(start, end).replace(/\s+/g, ' ');
  }

  #read(node: Node): void {
    const [name, value] = declared(node) ?? [];
    if (name !== undefined) {
      if (value && isFunction(value)) this.functions.set(name, value);
      const before = this.#source.slice(0, node.start).replace(/(export |default )+$/, '');
      const comment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(before)?.[0] ?? '';
      if (/never[\s*]+rejects/i.test(comment)) this.promised.add(name);
    }
    const operand = node.type === 'UnaryExpression' && node.operator === 'void' && nodeAt(node, 'argument');
    const callee = operand ? nodeAt(operand, 'callee') : undefined;
    const isOwn = callee?.type === 'Identifier' || nodeAt(callee, 'object')?.type === 'ThisExpression';
    if (operand && isOwn) this.floating.push(operand);
    for (const child of childrenOf(node)) this.#read(child);
  }
}

/**
 * Whether promises can reject, as far as the text tells: each one that's awaited outside a `try` with a `catch` has a
 * `.catch`, or is a function's that never rejects itself or says so. Of promises in fields it knows nothing.
 */
export class Settling {
  readonly #file: FileOfPromises;
  readonly #saySo: ReadonlySet<string>;
  readonly #asked = new Set<string>();

  /** @param saySo names of functions anywhere that say that they never reject */
  constructor(file: FileOfPromises, saySo: ReadonlySet<string>) {
    this.#file = file;
    this.#saySo = saySo;
  }

  neverRejects(body: Node): boolean {
    const block = nodeAt(body, 'body');
    if (block?.type !== 'BlockStatement') return this.#settles(block);
    return this.#stepSettles(block, body.async === true);
  }

  #stepSettles(node: Node, isAsync: boolean): boolean {
    if (isFunction(node)) return true;
    if (node.type === 'TryStatement') {
      const handler = nodeAt(nodeAt(node, 'handler'), 'body');
      const parts = [handler ?? nodeAt(node, 'block'), nodeAt(node, 'finalizer')];
      return parts.every((part) => !part || this.#stepSettles(part, isAsync));
    }
    if (node.type === 'ThrowStatement' || (node.type === 'ForOfStatement' && node.await)) return false;
    if (node.type === 'AwaitExpression') return this.#settles(nodeAt(node, 'argument'));
    const returned = node.type === 'ReturnStatement' && !isAsync ? nodeAt(node, 'argument') : undefined;
    return this.#settles(returned) && childrenOf(node).every((child) => this.#stepSettles(child, isAsync));
  }

  #settles(node: Node | undefined): boolean {
    if (!node) return true;
    if (isFunction(node)) return this.neverRejects(node);
    switch (node.type) {
      case 'CallExpression':
        return this.#callSettles(node);
      case 'NewExpression':
        return nodesAt(nodesAt(node, 'arguments')[0], 'params').length < 2;
      case 'ArrayExpression':
        return nodesAt(node, 'elements').every((each) => this.#settles(each));
      case 'LogicalExpression':
        return this.#settles(nodeAt(node, 'left')) && this.#settles(nodeAt(node, 'right'));
      case 'ConditionalExpression':
        return this.#settles(nodeAt(node, 'consequent')) && this.#settles(nodeAt(node, 'alternate'));
      case 'AwaitExpression':
      case 'SpreadElement':
        return this.#settles(nodeAt(node, 'argument'));
      case 'ChainExpression':
        return this.#settles(nodeAt(node, 'expression'));
      default:
        return true;
    }
  }

  #callSettles(call: Node): boolean {
    const callee = nodeAt(call, 'callee');
    const object = nodeAt(callee, 'object');
    const [first, second] = nodesAt(call, 'arguments');
    const name = nameOf(callee?.type === 'MemberExpression' ? nodeAt(callee, 'property') : callee);
    if (name === 'catch' || (name === 'then' && second)) return !throws(nodeAt(second ?? first, 'body'));
    if (name === 'then' || name === 'finally') return this.#settles(object) && !throws(nodeAt(first, 'body'));
    // Without a signal, a clock has nothing to reject with.
    if (name === 'sleep') return second === undefined;
    if (name === 'withTimeout') return nodesAt(call, 'arguments').length < 4 && this.#settles(first);
    if (name === 'map' || (nameOf(object) === 'Promise' && name !== 'reject')) return this.#settles(first);
    const own = !object || object.type === 'ThisExpression' ? this.#file.functions.get(name) : undefined;
    if (this.#saySo.has(name) || !own) return this.#saySo.has(name);
    if (this.#asked.has(name)) return true;
    this.#asked.add(name);
    return this.neverRejects(own);
  }
}
