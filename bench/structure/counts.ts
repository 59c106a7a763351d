import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenOf, type Node, parsedFile } from './syntax.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fewestLines = 40;
const bareVerbs = ['close', 'open', 'add', 'hear'] as const;

interface CountedFile {
  /** From the top of the project. */
  readonly path: string;
  readonly lines: number;
  readonly nodes: readonly Node[];
  /** Statements of the module itself. */
  readonly top: readonly Node[];
  /** Files that it imports or hands on, from the top of the project. */
  readonly imports: readonly string[];
}

const pathsIn = (glob: string) => globSync(glob, { cwd: root }).sort();
const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length - 1;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function allOf(node: Node): readonly Node[] {
  return [node, ...childrenOf(node).flatMap(allOf)];
}

function nameOf({ id, key }: Node): string {
  const named = [id, key].find((each) => typeof each === 'object' && each !== null && 'name' in each);
  return named && typeof named === 'object' && 'name' in named ? String(named.name) : '';
}

function importsOf(path: string, nodes: readonly Node[]): readonly string[] {
  return nodes.flatMap(({ type, source }) => {
    if (!/^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(type)) return [];
    const text =
      typeof source === 'object' && source !== null && 'value' in source ? String(source.value) : '';
    return text.startsWith('.') ? [relative(root, join(root, dirname(path), text))] : [];
  });
}

function fileAt(path: string): CountedFile {
  const tree = parsedFile(path, readFileSync(join(root, path), 'utf8'));
  const nodes = allOf(tree);
  const top = childrenOf(tree).flatMap((node) => {
    const declared = childrenOf(node).find(({ type }) => type.endsWith('Declaration'));
    return node.type.startsWith('Export') && declared ? [declared] : [node];
  });
  return { path, lines: linesOf(path), nodes, top, imports: importsOf(path, nodes) };
}

/** No class, and nothing at the top of the module that changes: no `let`, nothing that's made with `new`. */
function isStateless({ nodes, top }: CountedFile): boolean {
  if (nodes.some(({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression')) return false;
  return !top.some(
    (node) =>
      node.type === 'VariableDeclaration' &&
      (node.kind === 'let' ||
        childrenOf(node).some(({ init }) => (init as Node | null)?.type === 'NewExpression')),
  );
}

/** What can be counted of the source without running it; `docs/measurements.md` says what each is. */
export function countSource(): Readonly<Record<string, number>> {
  const files = pathsIn('{src,commands}/**/*.ts').map(fileAt);
  const nodes = files.flatMap((file) => file.nodes);
  const tests = pathsIn('test/**/*.ts');
  const support = tests.filter((path) => path.startsWith('test/support/'));
  const importers = (path: string) => files.filter(({ imports }) => imports.includes(path)).length;
  const members = nodes.filter(({ type }) => type === 'TSPropertySignature' || type === 'TSMethodSignature');
  const methods = nodes.filter(({ type }) => type === 'MethodDefinition' || type === 'TSMethodSignature');
  const shapes = nodes.filter(
    ({ type }) => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration',
  );
  const races = nodes.filter(({ type, object, property }) => {
    if (type !== 'MemberExpression') return false;
    return (
      (object as { name?: string }).name === 'Promise' && (property as { name?: string }).name === 'race'
    );
  });
  const small = files.filter(
    (file) =>
      file.lines <= fewestLines &&
      !/(^|\/)words\/|-words\.ts$/.test(file.path) &&
      importers(file.path) === 1 &&
      isStateless(file),
  );
  return {
    callbacks: members.filter((node) => /^on[A-Z]/.test(nameOf(node))).length,
    parts: shapes.filter((node) => /(Parts|Options|Needs)$/.test(nameOf(node))).length,
    smallFiles: small.length,
    races: races.length,
    ...Object.fromEntries(
      bareVerbs.map((verb) => [verb, methods.filter((node) => nameOf(node) === verb).length]),
    ),
    wordKeyLines: sumOf(files.filter(({ path }) => path.endsWith('-words.ts')).map(({ lines }) => lines)),
    productFiles: files.length,
    productLines: sumOf(files.map(({ lines }) => lines)),
    testLines: sumOf(tests.map(linesOf)),
    supportFiles: support.length,
    supportLines: sumOf(support.map(linesOf)),
    supportScenes: support.filter((path) => /(scene|world|stage)[^/]*$/.test(path)).length,
  };
}

if (import.meta.main) console.log(countSource());
