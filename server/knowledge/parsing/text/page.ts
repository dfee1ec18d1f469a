/** What is used of an element of a parsed page: the server has no DOM types, because it has no DOM. */
export interface PageElement {
  readonly nodeName: string;
  /** A list by place; not every parser gives an iterable. */
  readonly children: ArrayLike<PageElement>;
  readonly textContent: string | null;
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  remove(): void;
}

/** The same for the whole page. */
export interface PageDocument {
  readonly documentElement: PageElement | null;
  readonly body: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
