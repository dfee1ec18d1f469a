import ts from "typescript";
import { splitPath } from "./arrows.ts";
import { lineOf, listMentions, parseSource, visit } from "./imports.ts";

/** Ways out of the server that only server/egress may take; the reason a file may all the same stands beside it. */
const waysOut =
  /^(node:)?(http|https|http2|net|tls|dgram|dns|dns\/promises)$|^(undici|ofetch|axios|got|node-fetch|ws|pg|nodemailer|imapflow)$/;

/** Files that may name a way out, each with the packages and the reason. */
export const mayNameWaysOut: { where: RegExp; what: RegExp; why: string }[] = [
  { where: /^server\/egress\//, what: /./, why: "the one way out" },
  { where: /^server\/http\//, what: /^node:(http|net)$/, why: "listens; opens nothing" },
  { where: /^server\/http\/sockets\.ts$/, what: /^ws$/, why: "takes sockets that others open" },
  {
    where: /^server\/(database|live)\//,
    what: /^pg$/,
    why: "speaks to DATABASE_URL, an address of the operator",
  },
  {
    where: /^server\/channels\/kinds\/email\/mailbox\.ts$/,
    what: /^imapflow$/,
    why: "connects to addresses that egress checked",
  },
  { where: /^server\/mail\//, what: /^nodemailer$/, why: "speaks to SMTP_URL, an address of the operator" },
];

/** Headers that say under which host the server was reached: whoever sends the request chooses them. */
const hostHeaders = /^(host|forwarded|x-forwarded-(host|proto|port|server))$/i;

/** Files that may read the host that a request names: the first for all others, the second to compare it with our own. */
const mayReadHost = new Set(["server/requests/facts.ts", "server/mcpEndpoint/isForeign.ts"]);

/** Files that may read the origin that a request says it reached; each compares it and writes no link with it. */
const mayReadReachedOrigin = [
  { where: /^server\/requests\//, why: "reads it, and compares it with what the browser says" },
  { where: /^server\/http\/sockets\.ts$/, why: "compares it with what the browser says" },
  { where: /^server\/http\/app\.ts$/, why: "finds the page of a team's own domain, and whether TLS is used" },
  { where: /^server\/http\/createAskInside\.ts$/, why: "has none, for nobody asks from outside" },
  { where: /^server\/accounts\/calls\.ts$/, why: "keeps it where the first owner holds the set-up link" },
  { where: /^server\/accounts\/socialCalls\.ts$/, why: "cuts a path of this site to its path" },
  { where: /^server\/knowledge\/connected\/connecting\.ts$/, why: "cuts a path of this site to its path" },
  { where: /^server\/actions\/mcp\/signInCalls\.ts$/, why: "cuts a path of this site to its path" },
  {
    where: /^server\/mcpEndpoint\/mcpEndpoint\.ts$/,
    why: "shows the address that the console itself was opened at",
  },
  {
    where: /^server\/surfaces\/(calls|framePage)\.ts$/,
    why: "tells the console's own page from other sites",
  },
  { where: /^server\/surfaces\/hostedPage\.ts$/, why: "tells the team's own domain from this server's" },
];

/**
 * Files that may start a process: the build before the start, our own parser, locked in by Node's permissions, and our own
 * command that makes a backup, without a word from anybody's request.
 */
const mayStartPrograms =
  /^server\/(build\.ts|knowledge\/threads\/startProcess\.ts|backup\/nightly\.ts|models\/programs\.ts)$/;

/** Words that turn text into markup or into code; tests may write them. */
const markup = new Set([
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "dangerouslySetInnerHTML",
  "srcdoc",
  "srcDoc",
]);

/** Gives a sentence for every forbidden thing that this source does; none when all is well. */
export function findForbidden(path: string, text: string): string[] {
  const [top] = splitPath(path);
  if (
    !["server", "console", "widget", "embed", "client", "shared"].includes(top) ||
    /\.test\.tsx?$/.test(path)
  )
    return [];
  return [...findWaysOut(path, text), ...findLists(path, text), ...findWords(path, text)];
}

function findWaysOut(path: string, text: string): string[] {
  if (!path.startsWith("server/")) return [];
  return listMentions(path, text).flatMap(({ specifier, line, kind }) => {
    if (!specifier) return [];
    if (/^(node:)?(child_process|vm|cluster)$/.test(specifier) && !mayStartPrograms.test(path)) {
      return [`${path}:${line} imports ${specifier}: the server runs no commands and no text as code`];
    }
    if (kind === "type" || !waysOut.test(specifier)) return [];
    if (mayNameWaysOut.some(({ where, what }) => where.test(path) && what.test(specifier))) return [];
    return [`${path}:${line} imports ${specifier}: server/egress is the only way out; ask it for a fetch`];
  });
}

/** A migration does tomorrow what it does today: it takes no list that grows. */
function findLists(path: string, text: string): string[] {
  if (!/^server\/.*\/migrations(\/|\.ts$)/.test(path)) return [];
  return listMentions(path, text).flatMap(({ specifier, line, kind }) =>
    kind !== "type" && specifier?.includes("/shared/")
      ? [`${path}:${line} imports ${specifier}: a migration writes out what it creates`]
      : [],
  );
}

function findWords(path: string, text: string): string[] {
  const file = parseSource(path, text);
  const isServer = path.startsWith("server/");
  const found: string[] = [];
  const add = (node: ts.Node, words: string) => found.push(`${path}:${lineOf(file, node)} ${words}`);

  visit(file, (node) => {
    if (isServer && !mayReadHost.has(path) && isAskedFor(node, hostHeaders)) {
      add(node, "reads a header that names the host: links begin with request.findOrigin()");
    }
    const name = nameOf(node);
    if (!name) return;
    if (isServer && !path.startsWith("server/egress/") && isGlobalFetch(node, name)) {
      add(node, `uses the global ${name}: server/egress is the only way out; ask it for a fetch`);
    }
    if (isServer && name === "setInterval" && path !== "server/timing/scheduler.ts") {
      add(node, "uses setInterval: have the scheduler handed in (server/timing), whose clock tests move");
    }
    if (isServer && name === "reachedOrigin" && !mayReadReachedOrigin.some(({ where }) => where.test(path))) {
      add(node, "reads reachedOrigin, which headers decide: links begin with request.findOrigin()");
    }
    if (!isServer && markup.has(name)) add(node, `uses ${name}: text becomes elements, never markup`);
    if (isGlobal(node, name, ["eval", "Function"]) && isCalled(node))
      add(node, `uses ${name}: no text is run as code`);
    if (name === "env" && isMemberOf(node, "process") && path !== "server/config.ts") {
      add(
        node,
        "reads process.env: server/config.ts is the only reader of the environment; have the value handed in",
      );
    }
    if (
      isServer &&
      /^create[A-Z]/.test(name) &&
      isSdkFactory(file, name) &&
      isCalled(node) &&
      !hasFetch(node.parent)
    ) {
      add(node, `calls ${name} without a fetch: model SDKs go out by the fetch of server/egress`);
    }
  });
  return found;
}

/** Gives the word a node says: an identifier, an attribute, or a key written as text in brackets. */
function nameOf(node: ts.Node): string | null {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isStringLiteralLike(node) && ts.isElementAccessExpression(node.parent)) return node.text;
  return null;
}

/** Whether the node is the name in `headers.get("...")`. */
function isAskedFor(node: ts.Node, header: RegExp): boolean {
  if (!ts.isStringLiteralLike(node) || !header.test(node.text) || !ts.isCallExpression(node.parent))
    return false;
  return ts.isPropertyAccessExpression(node.parent.expression) && node.parent.expression.name.text === "get";
}

function isGlobalFetch(node: ts.Node, name: string): boolean {
  return isGlobal(node, name, ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);
}

/** Whether the node means the global of this name: used as a value and not declared by anything around it. */
function isGlobal(node: ts.Node, name: string, names: string[]): boolean {
  if (!names.includes(name)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return isMemberOf(node, "globalThis");
  if (ts.isElementAccessExpression(parent)) return isMemberOf(node, "globalThis");
  if (ts.isTypeNode(parent) || ts.isTypeQueryNode(parent) || ts.isPropertySignature(parent)) return false;
  if ((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node)
    return false;
  if ((ts.isPropertyDeclaration(parent) || ts.isMethodSignature(parent)) && parent.name === node)
    return false;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isJsxAttribute(parent)) return false;
  if (ts.isBindingElement(parent) || ts.isParameter(parent) || ts.isVariableDeclaration(parent)) {
    return parent.initializer === node && !isDeclaredAround(node, name);
  }
  return !isDeclaredAround(node, name);
}

function isDeclaredAround(node: ts.Node, name: string): boolean {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at) && at.parameters.some((parameter) => binds(parameter.name, name))) return true;
    if (
      (ts.isBlock(at) || ts.isSourceFile(at)) &&
      at.statements.some((statement) => declares(statement, name))
    ) {
      return true;
    }
  }
  return false;
}

function declares(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.some((declaration) => binds(declaration.name, name));
  }
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name?.text === name;
  if (!ts.isImportDeclaration(statement)) return false;
  const bindings = statement.importClause?.namedBindings;
  return Boolean(
    bindings && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name),
  );
}

function binds(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && binds(element.name, name));
}

function isMemberOf(node: ts.Node, owner: string): boolean {
  const { parent } = node;
  if (!ts.isPropertyAccessExpression(parent) && !ts.isElementAccessExpression(parent)) return false;
  return parent.expression !== node && parent.expression.getText() === owner;
}

function isCalled(node: ts.Node): node is ts.Expression & { parent: ts.CallExpression | ts.NewExpression } {
  const { parent } = node;
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
}

/** Whether the name is imported from one of the packages that speak to model providers. */
function isSdkFactory(file: ts.SourceFile, name: string): boolean {
  return file.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      statement.moduleSpecifier.text.startsWith("@ai-sdk/") &&
      declares(statement, name),
  );
}

function hasFetch(call: ts.CallExpression | ts.NewExpression): boolean {
  const options = call.arguments?.[0];
  if (!options || !ts.isObjectLiteralExpression(options)) return false;
  return options.properties.some((property) => property.name?.getText() === "fetch");
}
