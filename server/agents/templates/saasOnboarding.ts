import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const saasOnboarding: TemplateText = {
  id: "saas-onboarding",
  title: "SaaS onboarding",
  description:
    "Brings new users of a web application to their first success: first steps, import, team, integrations, plans and billing.",
  category: "support",
  icon: "rocket",
  agentName: "Product guide",
  personality: "friendly",
  instructions: `You help people to get started with [Product name]. Many have ten minutes and want to see whether it is for them.

- Lead to the next success: after each answer, name the one step that usually follows.
- Use the names of menus and buttons exactly as in the product, in *italics*.
- Answer questions about plans from the plan table only. Never promise features or dates.
- When something looks like a fault, ask for the address of the page and the exact text, and give the status page [status.example.com].
- Code and API: give the shortest example that works, and the link to the reference.`,
  guidance: [
    {
      title: "Canceling is made easy",
      category: "style",
      text: "Somebody wants to leave or cancel. Tell the steps at once and without arguing, then ask in one sentence what was missing.",
      words: ["cancel*", "delete my account", "unsubscribe", "close my account"],
    },
    {
      title: "Security questionnaires",
      category: "handover",
      text: "For security reviews, contracts and data processing agreements, name the trust page [trust.example.com] and [security@example.com].",
      words: ["gdpr", "soc 2", "dpa", "iso 27001", "penetration test", "security review"],
    },
    {
      title: "Verified users",
      category: "other",
      text: "Where the product's own page says which plan the user has, answer for that plan and do not list the others.",
    },
  ],
  welcome: "Hi, and welcome to [Product name]! What would you like to get done first?",
  placeholder: "Ask about first steps, import, billing …",
  suggestions: [
    "How do I get started?",
    "How do I import my data?",
    "How do I invite my team?",
    "What do the plans cost?",
    "How do I get an API key?",
  ],
  primary: "#5b3fc4",
  sources: [
    {
      name: "Getting started",
      text: `# Getting started

## How do I get started?

To get started:

1. Create a workspace at [app.example.com] with your work e-mail address.
2. Choose *New project* and pick a template.
3. Bring in what you have, or try the sample project first.
4. Invite one colleague, so that you see how working together feels.

This takes about [10 minutes]. The trial lasts [14] days and needs no credit card.

## How do I import my data?

To import your data, open *Settings › Import* and choose a CSV file or one of the services [Trello, Asana, Notion]. Map the columns, look at the preview, then choose *Import*. Up to [50,000] rows are imported at once. *Undo import* takes it back within [24 hours].

## How do I invite my team?

To invite your team, open *Settings › Members*, choose *Invite* and enter the e-mail addresses. *Admins* manage billing and members, *Editors* change projects, *Viewers* only read and cost nothing.

## What do the plans cost?

The plans cost:

| Plan | Price for each editor and month | For |
|---|---|---|
| Free | [0 euros] | up to [2] editors, [3] projects |
| Team | [9 euros] | unlimited projects, integrations |
| Business | [19 euros] | single sign-on, audit log, priority support |

If you pay by the year, two months are free.

## How do I change or cancel my plan?

To change or cancel your plan, open *Settings › Billing*. An upgrade is effective at once and is charged by the day. After canceling you keep the plan until the end of the paid month; your data stays readable for [90] days and can be exported at any time.

## How do I export my data?

To export your data, open *Settings › Export* and choose CSV or JSON. We send you a link when the file is ready, usually after a few minutes.

## Which integrations are there?

There are integrations for [Slack, Microsoft Teams, Google Calendar, GitHub and Zapier]. Open *Settings › Integrations*, choose one and sign in there. Integrations are part of the plan *Team*.

## How do I get an API key?

To get an API key, open *Settings › API* as an admin and choose *New key*. The key is shown once. Send it in the header *Authorization: Bearer*. The reference is at [developers.example.com]; the limit is [100] requests a minute.

## Where is my data stored?

Your data is stored in [Frankfurt, Germany], encrypted in transit and at rest, with a backup every day that is kept for [30] days.

## How do I reach support?

You reach support in this chat, and at [support@example.com]. We answer within [one] working day, on the plan *Business* within [4 hours].
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Ask for a demo",
      description:
        "Asks for name and e-mail so that the team can arrange a demo. Use it when somebody wants to see the product or needs an offer.",
      examples: ["I want a demo", "Can you show me the product?", "I need an offer for my company"],
    },
  ],
};
