import { parseSync } from 'vite';

/** A function of a file: where it stands in the text, and how many statements are its own. */
export interface FunctionOfFile {
  readonly start: number;
  readonly end: number;
  readonly statements: number;
}

/** A node of the syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function parsedFile(path: string, source: string): Node {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`);
  if (!isNode(program)) throw new Error(`${path} has no syntax tree`);
  return program;
}

export function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** Braces and what falls through hold no step of their own. */
const noSteps = new Set(['BlockStatement', 'EmptyStatement', 'BreakStatement', 'ContinueStatement']);

const isStep = ({ type }: Node) =>
  (type.endsWith('Statement') || type === 'VariableDeclaration') && !noSteps.has(type);

const isFunction = ({ type }: Node) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/**
 * All functions of a TypeScript file. A statement counts for the innermost function around it; an arrow that has an expression for its
 * body is one statement; an `if`, a loop or a `try` is one, and each statement inside it another.
 */
export function functionsIn(path: string, source: string): readonly FunctionOfFile[] {
  const found: FunctionOfFile[] = [];
  const stepsBelow = (node: Node): number =>
    childrenOf(node).reduce(
      (sum, child) => sum + (isFunction(child) ? 0 : (isStep(child) ? 1 : 0) + stepsBelow(child)),
      0,
    );
  const visit = (node: Node, around: Node | undefined): void => {
    if (isFunction(node)) {
      // V8 counts a method from its modifiers on, the parser from its parameters.
      const isMethod =
        around?.type === 'MethodDefinition' ||
        (around?.type === 'Property' && around.end === node.end && node.type === 'FunctionExpression');
      const { start } = isMethod && around ? around : node;
      const body = node.body;
      const isExpression = isNode(body) && body.type !== 'BlockStatement';
      found.push({ start, end: node.end, statements: isExpression ? 1 : stepsBelow(node) });
    }
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(parsedFile(path, source), undefined);
  return found;
}
