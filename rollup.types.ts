import ts from "typescript";

/**
 * Writes the types of `/widget.mjs` as one file: every type of embed/types.ts, and of what these lean on, with their
 * comments, taken from the sources themselves. `read` gives a file by its path from the project's root, as "/embed/a.ts".
 */
export function writeTypes(read: (path: string) => string): string {
  const written = new Map<string, string>();
  const open = (path: string) => parse(path, read(path));
  const main = open("/embed/types.ts");
  for (const name of main.declared.keys()) take(main, name);
  const entry = open("/embed/module.ts");
  return [...written.values(), ...readFunctions(entry), footer].join("\n\n");

  function take(file: SourceOf, name: string): void {
    if (written.has(name)) return;
    const node = file.declared.get(name);
    const from = file.imported.get(name);
    if (!node) return from ? take(open(from), name) : undefined;
    // Before its own names are followed: types may lean on each other in a circle.
    written.set(name, print(file, node));
    const follow = (inner: ts.Node): void => {
      if (ts.isIdentifier(inner) && (file.declared.has(inner.text) || file.imported.has(inner.text))) {
        take(file, inner.text);
      }
      ts.forEachChild(inner, follow);
    };
    ts.forEachChild(node, follow);
  }
}

/** Writes the types of `/widget-react.mjs`, which lies beside the module's. */
export function writeReactTypes(read: (path: string) => string): string {
  const entry = parse("/embed/react.ts", read("/embed/react.ts"));
  const exported = [...entry.declared.values()].filter(
    (node) => ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isExport),
  );
  const pascal = entry.declared.get("Pascal");
  const types = [...(pascal ? [pascal] : []), ...exported].map((node) => print(entry, node));
  return [reactHead, ...types, ...readFunctions(entry).filter((text) => text.includes("export "))].join(
    "\n\n",
  );
}

function isExport({ kind }: ts.ModifierLike): boolean {
  return kind === ts.SyntaxKind.ExportKeyword;
}

const reactHead = `import type { ReactNode } from "react";
import type { EventName, Listener, Widget, WidgetOptions, WidgetState } from "./widget.mjs";`;

interface SourceOf {
  text: string;
  declared: Map<string, ts.Node>;
  /** Where a name comes from. */
  imported: Map<string, string>;
  source: ts.SourceFile;
}

function parse(path: string, text: string): SourceOf {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const declared = new Map<string, ts.Node>();
  const imported = new Map<string, string>();
  for (const node of source.statements) {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      declared.set(node.name.text, node);
    if (ts.isVariableStatement(node)) {
      for (const { name } of node.declarationList.declarations) declared.set(name.getText(), node);
    }
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue;
    const bindings = node.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name } of bindings.elements) {
      imported.set(name.text, new URL(node.moduleSpecifier.text, `file://${path}`).pathname);
    }
  }
  return { text, declared, imported, source };
}

/** A declaration with its comment. A list `as const` becomes the type that it has. */
function print({ text }: SourceOf, node: ts.Node): string {
  const whole = text.slice(node.getFullStart(), node.end).trim();
  if (!ts.isVariableStatement(node))
    return /^export /m.test(whole) ? whole : whole.replace(/^(interface|type) /m, "export $1 ");
  return whole.replace(
    /^export const (\w+) = (\[[\s\S]*\]) as const;/m,
    "export declare const $1: readonly $2;",
  );
}

/** What the module exports beside types, by its signature. */
function readFunctions({ text, source }: SourceOf): string[] {
  return source.statements.flatMap((node) => {
    if (!ts.isFunctionDeclaration(node) || !node.body) return [];
    const signature = text.slice(node.getFullStart(), node.body.getStart()).trim();
    return [signature.replace(/export (async )?function/, "export declare function") + ";"];
  });
}

const footer = `/** The version of the installation that serves this module. */
export declare const version: string;

/** \`<pilothouse-chat token="…">\`, which the module defines. */
export interface PilothouseChatElement extends HTMLElement {
  widget: Widget | null;
}

declare global {
  interface HTMLElementTagNameMap {
    "pilothouse-chat": PilothouseChatElement;
  }
}
`;
