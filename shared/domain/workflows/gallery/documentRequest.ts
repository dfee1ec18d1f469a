import { field, makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Asks for a document, has a member check it, and asks again where it does not do. */
export const documentRequest: WorkflowTemplate = {
  id: "document-request",
  name: "Document request",
  description: "Asks for a file, lets a member check it, and asks again if it isn't right.",
  trigger: {
    kind: "skill",
    name: "request_document",
    description: "When a document of the visitor is needed, such as an invoice or a proof of purchase.",
    examples: ["I have a warranty claim", "Where do I send my invoice?"],
  },
  graph: makeGraph(
    [
      step("form", "upload", {
        name: "Ask for the document",
        text: "Please send us the document.",
        fields: [field("what", "What it is"), field("document", "Document", { type: "file" })],
        saveAs: "sent",
      }),
      step("say", "checking", {
        name: "Say that somebody checks it",
        text: "Thank you. A colleague will check it and answer here.",
      }),
      step("approval", "check", {
        name: "A member checks it",
        text: "Is this document all right? {{sent.what}}",
        hours: 72,
      }),
      step("resolve", "fine", { name: "Say that it is fine", text: "Your document is fine. Thank you." }),
      step("say", "again", {
        name: "Ask for another one",
        text: "We can't use this document. Please send another one.",
      }),
      step("handOver", "late", {
        name: "Hand over what nobody checked",
        note: "Nobody checked the document: {{sent.what}}",
      }),
    ],
    `upload > checking > check
    check.approved > fine
    check.declined > again > upload
    check.expired > late`,
  ),
};
