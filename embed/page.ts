import type { Widget } from "./types.ts";

type Widgets = Map<string, Widget>;
/** What may stand under the public name before we come: our own object, or a stub with early calls. */
type Before = { q?: Iterable<Iterable<unknown>> } | undefined;

/** A symbol: all scripts of ours on a page know each other's widgets, and its globals grow by the public name only. */
const key = Symbol.for("pilothouse");
const scope = globalThis as unknown as Record<string | symbol, unknown>; // the page's own globals, of any kind

/** The widgets on this page by their tokens, in the order in which they came. */
export function widgets(): Widgets {
  return (scope[key] ??= new Map()) as Widgets; // nobody else has the symbol
}

/** Takes a destroyed widget off the page: from the list, and its public names. */
export function unregister(widget: Widget): void {
  const all = widgets();
  all.delete(widget.token);
  if (!all.size) delete scope[key];
  for (const name in scope) if (read(name) === widget) delete scope[name];
}

/**
 * Puts the public object on window and makes the calls that a queue stub kept, in their order. What else the page keeps
 * under this name stays its own.
 */
export function install(widget: Widget, name: string): void {
  // An element with this id is no global of the page's.
  const before = read(name) as Before;
  if (before === (widget as unknown)) return;
  if (before && !before.q) return console.warn(`Pilothouse: ${name} is taken`);
  scope[name] = widget;
  for (const kept of before?.q ?? []) widget(...([...kept] as [string])); // as the stub kept them
}

/** A global's own value, without calling getters of the page. */
function read(name: string): unknown {
  return Object.getOwnPropertyDescriptor(scope, name)?.value;
}
