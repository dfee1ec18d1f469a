import { createElement, lazy as fetchOnce, useState } from "react";
import type { ComponentType, ReactNode } from "react";

/** That a part of the console did not arrive; what the browser says of it is the cause. */
export class MissingPart extends Error {}

/** What is done again with the next try. */
const waiting = new Set<() => void>();

/** Has this done once, as soon as whatever did not arrive is tried again. */
export function onFetchAgain(redo: () => void): void {
  waiting.add(redo);
}

/** Tries again whatever did not arrive, wherever it is drawn. */
export function fetchAgain(): void {
  const all = [...waiting];
  waiting.clear();
  for (const redo of all) redo();
}

/** React's `lazy`, which keeps for ever that a part did not arrive, with another try. */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const begin = () =>
    fetchOnce(() =>
      load().catch((cause: unknown) => {
        onFetchAgain(() => (Part = begin()));
        throw new MissingPart("Part of this page didn’t load. Check your connection or reload the page.", {
          cause,
        });
      }),
    );
  let Part = begin();
  return (props) => createElement(Part, props);
}

/** The components that a module exports, by name. */
type Components<Module> = {
  [Name in keyof Module]: Module[Name] extends ComponentType<infer Props extends object>
    ? (props: Props) => ReactNode
    : never;
};

/**
 * Components of one family, such as the dialogs of a screen, which arrive together with the first of them: one file and
 * not a dozen. From then on each is drawn at once. `load` imports a module that exports them by name.
 */
export function lazyFamily<Module extends object>(load: () => Promise<Module>): Components<Module> {
  let arrived: Module | undefined;
  const pick = (name: keyof Module) => {
    const find = (module: Module) => module[name] as ComponentType<object>; // `Components` holds the names to this.
    const Later = lazy(async () => {
      arrived ??= await load();
      return { default: find(arrived) };
    });
    return function Part(props: object): ReactNode {
      // What is drawn stays what it is, and so does what was typed in it.
      const [Drawn] = useState<ComponentType<object>>(() => (arrived ? find(arrived) : Later));
      return createElement(Drawn, props);
    };
  };
  const parts = new Map<PropertyKey, ReturnType<typeof pick>>();
  return new Proxy({} as Components<Module>, {
    get(_, name) {
      const part = parts.get(name) ?? pick(name as keyof Module);
      parts.set(name, part);
      return part;
    },
  });
}
