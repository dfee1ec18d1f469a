/**
 * What is used of an element of a parsed page: the server has no DOM types, because it has no DOM. Lists have
 * places and a length only, not every parser makes them iterable.
 */
export interface PageElement {
  readonly nodeName: string;
  readonly previousElementSibling: PageElement | null;
  readonly parentNode: PageElement | null;
  readonly children: ArrayLike<PageElement>;
  readonly childNodes: ArrayLike<object>;
  readonly textContent: string | null;
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  matches(selector: string): boolean;
  closest(selector: string): PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  prepend(...nodes: (string | object)[]): void;
  append(...nodes: (string | object)[]): void;
  replaceWith(...nodes: (string | object)[]): void;
  remove(): void;
  /** Joins texts that are beside each other. */
  normalize(): void;
}

/** The same for the whole page. */
export interface PageDocument {
  readonly documentElement: PageElement | null;
  readonly body: PageElement | null;
  createElement(name: string): PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
}
