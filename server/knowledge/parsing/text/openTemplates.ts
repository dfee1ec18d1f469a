import type { PageDocument, PageElement } from "./page.ts";

/**
 * Puts the shadow roots that a page declares where a browser shows them, with the text that their slots take in.
 * Changes the document.
 */
export function openTemplates(document: PageDocument): void {
  // The next one is looked for again: a root may hold others, which are in the page only then.
  for (let count = 0; count < mostRoots; count++) {
    const template = document.querySelector("template[shadowrootmode], template[shadowroot]");
    if (!template) return;
    const host = template.parentNode;
    if (!host) return;
    const root = document.createElement("div");
    root.append(...Array.from(template.childNodes));
    template.remove();
    const light = Array.from(host.childNodes);
    const slots = Array.from(root.querySelectorAll("slot"));
    for (const slot of slots) fillSlot(document, slot, light);
    for (const node of light) if ("remove" in node && !used.has(node)) (node as PageElement).remove();
    host.append(root);
  }
}

const mostRoots = 500;
const used = new WeakSet<object>();

function fillSlot(document: PageDocument, slot: PageElement, light: readonly object[]): void {
  const name = slot.getAttribute("name") ?? "";
  const taken = light.filter((node) => slotOf(node) === name && !used.has(node));
  const instead = document.createElement("div");
  // What is in the slot itself is shown where nothing is put into it.
  instead.append(...(taken.length > 0 ? taken : Array.from(slot.childNodes)));
  for (const node of taken) used.add(node);
  slot.replaceWith(instead);
}

function slotOf(node: object): string {
  return "getAttribute" in node ? ((node as PageElement).getAttribute("slot") ?? "") : "";
}
