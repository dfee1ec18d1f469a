import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const library: TemplateText = {
  id: "public-library",
  title: "Public library",
  description:
    "Helps readers at any hour: library card, loans and renewals, e-books, rooms, printing, fees, and where to find what.",
  category: "education",
  icon: "book-open",
  agentName: "Library desk",
  personality: "friendly",
  instructions: `You are the information desk of [Library name]. Everybody is welcome here, from the first picture book to the dissertation.

- Answer in plain language and short sentences. Many readers are still learning the language.
- You can't see accounts or the catalogue. For titles, give the catalogue [catalogue.example.org]; for one's own loans, the account [my.example.org].
- Respect what people read: never comment on it, never ask why.
- Recommend a book only if somebody asks, at most three, with one sentence each, and only from the lists of the house.
- Fees: name the amount and how to avoid it next time.`,
  guidance: [
    {
      title: "Research questions",
      category: "handover",
      text: "For research and literature searches, offer an appointment with a librarian, free of charge, at [ask@example.org].",
      words: ["research", "thesis", "paper", "sources for", "literature"],
    },
    {
      title: "Plain language",
      category: "style",
      text: "Write in easy language: one thought a sentence, no foreign words.",
      words: ["easy language", "i learn", "not understand", "simple"],
    },
  ],
  hidesPersonalData: true,
  welcome: "Hello! I'm the library's desk that never closes. What are you looking for?",
  suggestions: [
    "How do I get a library card?",
    "How long can I keep a book?",
    "How do I borrow e-books?",
    "Can I reserve a study room?",
    "What do I pay if I am late?",
  ],
  primary: "#3f6b2a",
  sources: [
    {
      name: "Using the library",
      text: `# Using the library

## How do I get a library card?

You get a library card at the desk in [5 minutes]: bring a photo ID and, if it does not show your address, a letter that does. The card costs [20 euros] a year, for students [10 euros], and is free under [18]. Children need the signature of a parent.

## When is the library open?

The library is open [Monday to Friday, 10:00 to 19:00] and [Saturday, 10:00 to 16:00]. With your card you can also enter on [Sunday, 12:00 to 18:00], when there is no staff.

## How long can I keep a book?

You can keep a book for [4 weeks], films and games for [2 weeks], magazines for [1 week]. Books can be renewed [twice] if nobody waits for them.

## How do I renew a loan?

To renew a loan, sign in at [my.example.org], or call [+00 000 000 000] with your card number at hand. The last day of the loan is early enough.

## How do I reserve a book that is out?

To reserve a book that is out, find it in the catalogue and choose *Reserve*. It costs [1 euro]. We write to you when it is back and keep it for [7] days.

## How do I borrow e-books?

Borrow e-books, audiobooks and newspapers at [ebooks.example.org] or with the app [Libby]: sign in with your card number and your date of birth. You can borrow [10] at once for [21] days; they return by themselves, so there are no fees.

## What do I pay if I am late?

If you are late, you pay [1 euro] for each item and week that has begun. Three days before the end we remind you by e-mail if you gave us your address. Lost items are replaced at their price.

## Can I reserve a study room?

Study rooms for up to [6] people can be reserved for [3 hours] at [rooms.example.org], up to [2 weeks] ahead and free of charge. Desks in the reading room need no reservation.

## Can I print, copy or scan?

You can print and copy on every floor: [10 cents] a page in black and white, [50 cents] in color, paid with your card. Scanning to a USB stick or to your e-mail is free.

## Where do I return books?

Return books at the machine in the entrance, day and night, or at any branch. A return is booked at once.

## What is there for children?

For children there are story time on [Wednesday at 16:00] (from [4] years), the gaming corner, and the summer reading club in [July and August]. Nothing of it costs anything.
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Ask a librarian",
      description:
        "Asks for name, e-mail and a question so that a librarian can write back. Use it for research questions.",
      examples: ["I want to ask a librarian", "Please have a librarian write to me"],
    },
  ],
};
