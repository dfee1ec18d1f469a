import { makeGraph, step } from "./workflowTemplate.ts";
import type { WorkflowTemplate } from "./workflowTemplate.ts";

/** Takes an alert from monitoring by webhook and gives its text back as the result, once a member approved it. */
export const incidentNotice: WorkflowTemplate = {
  id: "incident-notice",
  name: "Incident notice",
  description: "Monitoring calls its webhook. A member approves the notice before it goes out by e-mail.",
  trigger: { kind: "webhook", auth: "signature", name: "" },
  graph: makeGraph(
    [
      step("set", "read", {
        name: "Read the alert",
        values: [
          { name: "title", expression: "trigger.body.title || 'Incident'" },
          { name: "severity", expression: "trigger.body.severity || 'minor'" },
        ],
      }),
      step("switch", "how", {
        name: "By severity",
        value: "{{severity}}",
        cases: [{ id: "major", label: "Major", equals: "major" }],
      }),
      step("approval", "approve", {
        name: "A member approves the notice",
        text: "Send the notice “{{title}}” to {{recipient}}?",
        hours: 2,
      }),
      step("email", "send", {
        name: "Send the notice",
        to: "{{recipient}}",
        subject: "Incident: {{title}}",
        text: "We are working on an incident: {{title}}. We'll write again once it's solved.",
      }),
      step("end", "sent", { name: "Sent", expression: "{sent: `true`, title: title}" }),
      step("end", "kept", { name: "Not sent", expression: "{sent: `false`, title: title}" }),
    ],
    `read > how
    how.major > approve
    how.else > kept
    approve.approved > send > sent
    approve.declined > kept
    approve.expired > send
    send.error > kept`,
    [
      {
        name: "recipient",
        type: "text",
        description: "The address that gets the notice.",
        value: '"support@example.com"',
        isInput: false,
      },
    ],
  ),
};
