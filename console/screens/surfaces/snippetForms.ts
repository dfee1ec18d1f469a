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
    why: "For pages whose scripts call the chat right away: early calls are kept. If your policy forbids inline scripts, the first script needs a nonce.",
    code: queueSnippet,
  },
  {
    value: "element",
    label: "Element",
    why: "Shows the chat in the page itself or in a framework’s component. Paste it where the chat should appear.",
    code: elementSnippet,
  },
  {
    value: "module",
    label: "ES module",
    why: "For code that opens, closes or fills the chat. Types are served next to the module.",
    code: moduleSnippet,
  },
  {
    value: "iframe",
    label: "iframe",
    why: "Paste this where the chat should appear. It needs no script.",
    code: (facts) => iframeSnippet(facts, facts.name),
  },
  {
    value: "link",
    label: "Link",
    why: "A link to the hosted page, for e-mails, QR codes, and pages that allow nothing else.",
    code: (facts) => (facts.slug ? linkSnippet(facts, facts.slug) : null),
  },
  {
    value: "opener",
    label: "Page element",
    why: "Any button or link of your page can open the chat, with a question ready to send. It needs the script tag on the page.",
    code: openerSnippet,
  },
];
