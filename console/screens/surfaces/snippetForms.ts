import type { SnippetSource } from "../../../shared/frame/snippet.ts";
import {
  elementSnippet,
  iframeSnippet,
  linkSnippet,
  moduleSnippet,
  openerSnippet,
  queueSnippet,
  scriptSnippet,
} from "../../../shared/frame/snippet.ts";

export interface SnippetFacts extends SnippetSource {
  /** The agent's name, for the frame's title. */
  name: string;
  /** Of the hosted page; null where it is not known or switched off. */
  slug: string | null;
}

export interface SnippetForm {
  value: string;
  label: string;
  /** When to take it and where to paste it. */
  why: string;
  code: (facts: SnippetFacts) => string | null;
}

/** Every way to put the chat on a page, the usual one first. */
export const snippetForms: readonly SnippetForm[] = [
  {
    value: "script",
    label: "Script tag",
    why: "Paste this before </body> of every page. It shows a button that opens the chat.",
    code: scriptSnippet,
  },
  {
    value: "queue",
    label: "Tag with queue",
    why: "When your page’s own script calls the chat at once: calls made before it is there are kept. A policy against inline scripts needs a nonce on the first script.",
    code: queueSnippet,
  },
  {
    value: "element",
    label: "Element",
    why: "When the chat stands in the page itself, or in a component of a framework. Paste it where the chat should be.",
    code: elementSnippet,
  },
  {
    value: "module",
    label: "ES module",
    why: "When your own code opens, closes or fills the chat; types are served beside the module.",
    code: moduleSnippet,
  },
  {
    value: "iframe",
    label: "iframe",
    why: "Paste this where the chat should stand in the page. It needs no script.",
    code: (facts) => iframeSnippet(facts, facts.name),
  },
  {
    value: "link",
    label: "Link",
    why: "A link to the agent’s own page: for e-mails, QR codes, and pages that allow nothing else.",
    code: (facts) => (facts.slug ? linkSnippet(facts, facts.slug) : null),
  },
  {
    value: "opener",
    label: "Page element",
    why: "Any button or link of your page can open the chat, with a question ready to send. It needs the script tag on the page.",
    code: openerSnippet,
  },
];
