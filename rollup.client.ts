import { once } from "node:events";
import { join } from "node:path";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import ts from "typescript";

const root = import.meta.dirname;
const wide = ts.TypeFormatFlags.NoTruncation;

/** What is shorter reads better where it is used. */
const shortestNamed = 80;

/** Writes the types in a thread of their own: TypeScript needs seconds for them, in which the bundles are built. */
export function startClientTypes(): Promise<string> {
  const worker = new Worker(import.meta.filename);
  return once(worker, "message").then(([text]) => String(text));
}

/**
 * Writes the types of `/client.mjs` as one file that needs no package: every call with its input and answer, as TypeScript
 * infers them from the contract. Types that the contract names keep their names.
 */
export function writeClientTypes(): string {
  const path = join(root, "client/types.ts");
  const program = ts.createProgram([path], {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true, types: [] },
    ...{ allowImportingTsExtensions: true, target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext },
    ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, lib: ["lib.es2024.d.ts"] },
  });
  const types = program.getSourceFile(path);
  if (!types) throw new Error(`${path} can't be read.`);
  const printer = createPrinter(program, types);
  const lines = printer.listCalls().map(printer.writeCall);
  const client = `/** Every call that an API key may make, by its name. */\nexport interface Client {\n${lines.join("\n")}\n}`;
  return [head(types), ...printer.takeUsed(lines.join("\n")), client].join("\n\n") + "\n";
}

function createPrinter(program: ts.Program, types: ts.SourceFile) {
  const checker = program.getTypeChecker();
  /** Interfaces, which are printed by their name and where they are declared. */
  const interfaces = new Map<string, ts.Type>();

  /** A type as it can be written in any file: only interfaces keep their names. */
  function print(type: ts.Type): string {
    spell(type);
    return checker
      .typeToString(type, types, wide | ts.TypeFormatFlags.InTypeAlias)
      .replaceAll(/import\(["'][^"']+["']\)\./g, "");
  }

  const spelled = new Set<ts.Type>();
  /** Takes the aliases from a type and its parts, so that TypeScript writes them out, and notes its interfaces. */
  function spell(type: ts.Type): void {
    if (spelled.has(type)) return;
    spelled.add(type);
    delete type.aliasSymbol;
    if (type.isUnionOrIntersection()) type.types.forEach(spell);
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
    if (!isObject) return;
    if (isReference(type)) checker.getTypeArguments(type).forEach(spell);
    if (!isOfShared(type.symbol)) return;
    if (type.symbol && (type.symbol.flags & ts.SymbolFlags.Interface) !== 0)
      interfaces.set(type.symbol.name, checker.getDeclaredTypeOfSymbol(type.symbol));
    for (const part of type.getProperties()) spell(checker.getTypeOfSymbol(part));
    for (const { type: value } of checker.getIndexInfosOfType(type)) spell(value);
  }

  const shared = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(join(root, "shared/")));
  const named = listNamed(shared, (node) => print(checker.getTypeAtLocation(node.name)));
  const write = (type: ts.Type) => shorten(print(type), named);

  const listParts = (type: ts.Type) =>
    type.getProperties().map((part) => {
      const own = checker.getTypeOfSymbol(part);
      const isOptional = (part.flags & ts.SymbolFlags.Optional) !== 0;
      const text = write(isOptional ? checker.getNonNullableType(own) : own);
      return { name: part.name, text: `${part.name}${isOptional ? "?" : ""}: ${text}` };
    });

  return {
    listCalls(): ts.Symbol[] {
      const module = checker.getSymbolAtLocation(types);
      const client = module && checker.getExportsOfModule(module).find(({ name }) => name === "Client");
      return client ? checker.getDeclaredTypeOfSymbol(client).getProperties() : [];
    },

    writeCall(call: ts.Symbol): string {
      const [signature] = checker.getTypeOfSymbol(call).getCallSignatures();
      const [input] = signature?.getParameters() ?? [];
      if (!signature || !input) throw new Error(`${call.name} is no call.`);
      const given = checker.getTypeOfSymbol(input);
      const isBare = (given.flags & ts.TypeFlags.Union) !== 0;
      const parts = listParts(checker.getNonNullableType(given)).filter(({ name }) => isOwn(name));
      const asked =
        parts.length > 0 ? `{ ${parts.map(({ text }) => text).join("; ")} } & CallOptions` : "CallOptions";
      return `  ${call.name}(input${isBare ? "?" : ""}: ${asked}): ${write(signature.getReturnType())};`;
    },

    /** The declarations of the names that a text uses, and of those that these use. */
    takeUsed(text: string): string[] {
      const taken = new Map<string, string>();
      const take = (from: string) => {
        const words = new Set(from.match(/\b[A-Z]\w+/g));
        for (const word of words) {
          if (taken.has(word)) continue;
          const declared = declare(word);
          if (declared === null) continue;
          taken.set(word, declared);
          take(declared);
        }
      };
      take(text);
      return [...taken.values()].toSorted();
    },
  };

  function declare(name: string): string | null {
    const own = interfaces.get(name);
    const source = own?.symbol.declarations?.find(ts.isInterfaceDeclaration);
    if (source?.typeParameters) return source.getText();
    if (own) return declareInterface(name, own);
    const one = named.find((other) => other.name === name);
    if (!one) return declareOther(name);
    const smaller = named.filter(({ text }) => text.length < one.text.length);
    return `export type ${name} = ${shorten(one.text, smaller)};`;
  }

  function declareInterface(name: string, type: ts.Type): string {
    const parts = listParts(type).map((part) => `  ${part.text};`);
    return `export interface ${name} {\n${parts.join("\n")}\n}`;
  }

  /** A type that only the text of a generic interface names. */
  function declareOther(name: string): string | null {
    const node = shared
      .flatMap(({ statements }) => statements.filter(isTypeDeclaration))
      .find((one) => one.name.text === name && !one.typeParameters);
    if (!node) return null;
    const type = checker.getTypeAtLocation(node.name);
    if (ts.isTypeAliasDeclaration(node)) return `export type ${name} = ${print(type)};`;
    return declareInterface(name, type);
  }
}

function isTypeDeclaration(node: ts.Statement): node is ts.TypeAliasDeclaration | ts.InterfaceDeclaration {
  return ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return "target" in type;
}

/** Whether it is declared by us, and not by the language. */
function isOfShared(symbol: ts.Symbol | undefined): boolean {
  const files = symbol?.declarations?.map((node) => node.getSourceFile()) ?? [];
  return files.every(({ fileName }) => !/\/lib\.[\w.]+\.d\.ts$/.test(fileName));
}

/** What every call can be given stands in one interface. */
function isOwn(name: string): boolean {
  return name !== "signal" && name !== "idempotencyKey";
}

interface Named {
  name: string;
  text: string;
}

/** The types that the contract exports under a name, the longest first so that each is found before its parts. */
function listNamed(
  files: readonly ts.SourceFile[],
  print: (node: ts.TypeAliasDeclaration) => string,
): Named[] {
  const found = new Map<string, Named>();
  const names = new Set<string>();
  for (const file of files) {
    if (!file.fileName.includes("/contract/")) continue;
    for (const node of file.statements) {
      if (!ts.isTypeAliasDeclaration(node) || node.typeParameters || names.has(node.name.text)) continue;
      const text = print(node);
      if (text.length < shortestNamed || found.has(text) || !/^[{"(]/.test(text)) continue;
      names.add(node.name.text);
      found.set(text, { name: node.name.text, text });
    }
  }
  return [...found.values()].toSorted((a, b) => b.text.length - a.text.length);
}

function shorten(text: string, named: readonly Named[]): string {
  return named.reduce((shorter, { name, text: whole }) => {
    if (!shorter.includes(whole)) return shorter;
    // A union inside a larger one is not the same type; in brackets it is.
    return isOneObject(whole) ? shorter.replaceAll(whole, name) : shorter.replaceAll(`(${whole})`, name);
  }, text);
}

/** Whether braces that open at the start close at the end only. */
function isOneObject(text: string): boolean {
  let depth = 0;
  for (const [at, letter] of [...text].entries()) {
    if (letter === "{") depth += 1;
    if (letter === "}") depth -= 1;
    if (depth === 0 && at < text.length - 1) return false;
  }
  return true;
}

/** What client/types.ts exports beside the calls, and the functions of client/client.ts. */
function head(types: ts.SourceFile): string {
  const kept = types.statements.filter(ts.isInterfaceDeclaration).map((node) => node.getFullText().trim());
  return [...kept, ...functions].join("\n\n");
}

const functions = [
  `/** A refusal of the server, or of the network with status 0. */
export declare class PilothouseError extends Error {
  readonly status: number;
  /** A stable code to switch on, such as \`not_found\`. */
  readonly code: string;
  /** The inputs that are wrong. */
  readonly fields: readonly FieldError[];
  /** Finds the request in the server's log. */
  readonly requestId: string | null;
  /** After how many seconds to try again; null where the server says nothing. */
  readonly retryAfterSeconds: number | null;
}`,
  `/** Makes a client of one organization. Nothing is sent until the first call. */
export declare function createClient(options: ClientOptions): Client;`,
];

if (!isMainThread) parentPort?.postMessage(writeClientTypes());
