import type { PageDocument, PageElement } from "./page.ts";

/**
 * Opens what a page shows when somebody clicks: answers under their questions, the panels behind tabs, and content
 * that a whole page of forms encloses. The search for the main content would drop it as hidden, as buttons and as
 * forms. Changes the document.
 */
export function openFolded(document: PageDocument): void {
  const found = Array.from(document.querySelectorAll(controls)).slice(0, mostControls);
  const panels = new Map(
    found.length > 0
      ? Array.from(document.querySelectorAll("[id]"), (panel) => [panel.getAttribute("id") ?? "", panel])
      : [],
  );
  for (const control of found) {
    if (control.closest(furniture)) continue;
    for (const id of listTargets(control)) {
      const panel = panels.get(id);
      if (panel && !panel.matches(furniture) && !panel.closest(furniture) && !panel.querySelector("nav"))
        unhide(panel);
    }
  }
  for (const panel of Array.from(document.querySelectorAll("[role=tabpanel]"))) unhide(panel);
  for (const button of Array.from(document.querySelectorAll(questions)).slice(0, mostControls)) {
    if (button.closest(furniture)) continue;
    const inHeading = button.closest("h1, h2, h3, h4, h5, h6");
    replace(document, button, inHeading ? "span" : "p");
  }
  for (const form of Array.from(document.querySelectorAll("form"))) {
    if (form.querySelector("h1, h2, article, main") && !form.closest(furniture))
      replace(document, form, "div");
  }
}

/** A page of more is made to keep somebody busy. */
const mostControls = 2000;

const controls = "[aria-controls], [data-bs-target], [data-target]";
const questions =
  "button[aria-expanded], [role=button][aria-expanded], :is(h1, h2, h3, h4, h5, h6) button, summary button";
const furniture =
  "nav, [role=navigation], [role=menu], [role=menubar], [role=listbox], [role=dialog], dialog, [role=search]";

function listTargets(control: PageElement): string[] {
  const named = control.getAttribute("data-bs-target") ?? control.getAttribute("data-target") ?? "";
  const ids = (control.getAttribute("aria-controls") ?? "").split(/\s+/);
  return [...ids, /^#[\w-]+$/.test(named) ? named.slice(1) : ""].filter(Boolean);
}

function unhide(panel: PageElement): void {
  for (const name of ["hidden", "aria-hidden", "style"]) panel.removeAttribute(name);
  const shown = (panel.getAttribute("class") ?? "")
    .split(/\s+/)
    .filter((name) => !/^(?:hidden|invisible)$/.test(name));
  panel.setAttribute("class", shown.join(" "));
}

function replace(document: PageDocument, element: PageElement, name: string): void {
  const instead = document.createElement(name);
  instead.append(...Array.from(element.childNodes));
  const id = element.getAttribute("id");
  if (id) instead.setAttribute("id", id);
  element.replaceWith(instead);
}
