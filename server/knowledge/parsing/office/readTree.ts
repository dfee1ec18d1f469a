import { walkXml } from "./walkXml.ts";

/** An element of a part; its name has no prefix, its attributes keep theirs. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The text that stands directly in it. */
  text: string;
}

/** Gives a part as a tree: for slides, which are small. Its root has no name. */
export function readTree(data: Uint8Array): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  walkXml(data, {
    open(name, attributes) {
      const element = { name, attributes, children: [], text: "" };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    text(text) {
      const element = open.at(-1);
      if (element) element.text += text;
    },
    close: () => void (open.length > 1 && open.pop()),
  });
  return root;
}

/** Gives the first element of this name below, in the order of the part; undefined where there is none. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    const found = child.name === name ? child : findElement(child, name);
    if (found) return found;
  }
  return undefined;
}

/** Gives all elements of this name below, in the order of the part. */
export function listElements(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) =>
    child.name === name ? [child, ...listElements(child, name)] : listElements(child, name),
  );
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}
