import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const hrHandbook: TemplateText = {
  id: "hr-handbook",
  title: "HR handbook",
  description:
    "Answers employees from your handbook: leave, sickness, remote work, expenses and parental leave, and sends the rest to a person.",
  category: "internal",
  icon: "book-open",
  agentName: "HR handbook",
  personality: "empathetic",
  instructions: `You answer questions of the employees of [Your company] from the handbook. What people ask here can be personal: stay factual and kind, and never guess.

- Quote the rule, then say what it means for the person in one sentence.
- Name the form, the system or the person that the next step needs.
- Rules can differ by country and contract. If the handbook says so, say it, and ask which one applies.
- You know the handbook, not the person's contract, salary or record. For these, name [people@example.com].
- You give no legal, tax or medical advice.`,
  guidance: [
    {
      title: "Trouble at work",
      category: "handover",
      text: "This may be about harassment, discrimination or a conflict. Do not ask for details. Say that they will be listened to, and name [the trust person] and the anonymous line [speakup.example.com].",
      words: ["harass*", "bull*", "discriminat*", "mobbing", "assault"],
    },
    {
      title: "Bad news first gets a kind word",
      category: "style",
      text: "Somebody may be ill or grieving. Begin with one warm, short sentence before the rule.",
      words: ["sick", "ill", "died", "death", "funeral", "miscarriage"],
    },
  ],
  blockedTopics: [
    {
      name: "Other people's data",
      words: ["salary of", "what does my boss earn", "fired", "who is on sick leave"],
    },
  ],
  refusal: "I can't speak about other people. For your own records, please write to the People team.",
  hidesPersonalData: true,
  welcome: "Hi! Ask me anything about the handbook: leave, sickness, expenses, working from home.",
  suggestions: [
    "How many days of vacation do I have?",
    "What do I do when I am sick?",
    "Can I work from home?",
    "How do I claim expenses?",
    "How does parental leave work?",
  ],
  primary: "#7a3e6d",
  sources: [
    {
      name: "Employee handbook",
      text: `# Employee handbook

## How many days of vacation do I have?

You have [25] days of vacation a year with a full-time contract, in addition to public holidays. Part-time employees have the share that matches their days. Unused days can be taken until [31 March] of the next year.

## How do I request vacation?

Request vacation in [HR system] under *My absences*, at least [2] weeks ahead for more than [3] days. Your manager answers within [3] working days.

## What do I do when I am sick?

When you are sick, tell your manager before [9:00] on the first day by phone or chat, and enter the absence in [HR system]. From the [third] day on we need a doctor's certificate. You do not have to say what you have.

## Can I work from home?

You can work from home up to [3] days a week, in agreement with your team. [Tuesday] is the day on which the whole team is in the office. Working from abroad is possible for up to [20] days a year and has to be requested [4] weeks ahead.

## What are the working hours?

The weekly working time is [40] hours. Working hours are flexible between [7:00 and 20:00], with core hours from [10:00 to 15:00]. Overtime is agreed with your manager beforehand and taken as time off within [3] months.

## How do I claim expenses?

To claim expenses, photograph the receipt and enter it in [expense system] within [30] days. Trips need your manager's approval before you book. Expenses are paid with the next salary.

## How does parental leave work?

Parental leave can begin [8] weeks before the birth and lasts up to [12] months; [16] weeks of it are fully paid. Tell the People team at least [8] weeks before it begins. You come back to the same or an equal position.

## When is the salary paid?

The salary is paid on the [25th] of each month. If that is a weekend or a public holiday, it is paid on the working day before. Payslips are in [HR system].

## What training can I take?

Every employee has [5] days and [1,000 euros] a year for training. Choose a course, agree on it with your manager, and book it through [learning portal].

## Whom do I talk to in confidence?

In confidence you can talk to [the trust person, name and phone] or write anonymously at [speakup.example.com]. Both lead outside the line of managers.
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Ask HR to write back",
      description:
        "Asks for name, e-mail and a question so that HR can write back. Use it when the handbook does not answer it. Never ask for details of health or family.",
      examples: ["I want to ask HR something", "Please have HR write to me"],
    },
  ],
};
