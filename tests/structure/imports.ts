import ts from "typescript";

/** One mention of another module, however it is written. */
export type Mention = {
  specifier: string | null;
  line: number;
  kind: "static" | "type" | "dynamic" | "url";
};

/**
 * Gives every module that a source text mentions: import, export from, types only, `import()` in code and in
 * types, `require()` and `new URL("./x.ts", import.meta.url)` (how workers are started). A mention whose path is
 * not a plain text has the specifier null, because nobody can judge it.
 */
export function listMentions(path: string, text: string): Mention[] {
  const file = parseSource(path, text);
  const found: Mention[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, kind: Mention["kind"]) =>
    found.push({ specifier: readText(specifier), line: lineOf(file, node), kind });

  visit(file, (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.importClause?.isTypeOnly ? "type" : "static");
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node, node.moduleSpecifier, node.isTypeOnly ? "type" : "static");
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, "type");
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], "dynamic");
    } else if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === "require"
    ) {
      add(node, node.arguments[0], "static");
    } else if (isModuleUrl(node)) {
      const specifier = readText(node.arguments?.[0]);
      if (specifier && /\.(ts|tsx|mjs|js)$/.test(specifier)) add(node, node.arguments?.[0], "url");
    }
  });
  return found;
}

let last: ts.SourceFile | undefined;

/** Gives the syntax tree of a source text, parents included. Who asks for the same again at once shares the tree. */
export function parseSource(path: string, text: string): ts.SourceFile {
  if (last?.fileName === path && last.text === text) return last;
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  last = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  return last;
}

/** Calls `see` for the node and everything below it. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** Gives the line of a node as people count, from one. */
export function lineOf(file: ts.SourceFile, node: ts.Node): number {
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

function isModuleUrl(node: ts.Node): node is ts.NewExpression {
  return (
    ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "URL" &&
    node.arguments?.[1]?.getText() === "import.meta.url"
  );
}

function readText(node: ts.Node | undefined): string | null {
  return node && ts.isStringLiteralLike(node) ? node.text : null;
}
