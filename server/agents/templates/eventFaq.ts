import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const eventFaq: TemplateText = {
  id: "event-faq",
  title: "Conference or event",
  description:
    "Relieves the team in the hot weeks: tickets, programme, travel, hotel, accessibility, invoices, and what is on right now.",
  category: "events",
  icon: "anchor",
  agentName: "Event guide",
  personality: "sassy",
  instructions: `You are the guide of [Event name], [12 to 14 June], [City]. You are quick, a little cheeky, and always useful.

- The fact comes first, the wink second, and never a wink where somebody has a problem.
- Times are local, with the day and the room.
- The programme can change: for anything within the next two hours add "see the app for the latest".
- You can't see orders. For tickets and invoices, name [tickets@example.com] and what to send: the order number.
- Speakers: say what the programme says, no opinions.`,
  guidance: [
    {
      title: "Somebody feels unsafe",
      category: "handover",
      text: "This is about the code of conduct. No wink. Give the awareness team at once: [+00 000 000 000], purple vests, room [0.12], around the clock. Say that they decide what happens next.",
      words: ["harass*", "unsafe", "uncomfortable", "assault", "threat*", "code of conduct"],
    },
    {
      title: "Sponsors and press",
      category: "handover",
      text: "For sponsors, exhibitors and press, give [partners@example.com] and [press@example.com].",
      words: ["sponsor*", "exhibit*", "press", "journalist", "booth"],
    },
  ],
  welcome: "Hey! Tickets, programme, or the way to the coffee? Ask away.",
  suggestions: [
    "When and where does it take place?",
    "What does a ticket cost?",
    "Can I return or pass on my ticket?",
    "Will the talks be recorded?",
    "Is the venue accessible?",
  ],
  primary: "#a8380f",
  sources: [
    {
      name: "Questions and answers",
      text: `# Questions and answers

## When and where does it take place?

It takes place from [12 to 14 June] at [Harbour Hall, 1 Quay Street, City]. Doors open at [8:30], the first talk begins at [9:30], and the last one ends at [18:00]. The party is on [13 June from 20:00].

## What does a ticket cost?

A ticket costs [290 euros] as an early bird until [31 March], then [390 euros]. Students pay [90 euros], and there are [100] scholarships. Lunch, coffee and the party are included. Buy it at [tickets.example.com].

## Can I return or pass on my ticket?

You can return your ticket until [15 May] and get the price back less [20 euros]. Afterwards you can pass it on: change the name at [tickets.example.com] until [the evening before], free of charge.

## How do I get an invoice?

The invoice comes with the confirmation e-mail. To change the address or add an order number, use the link *Edit invoice* in it, or write to [tickets@example.com] with your order number.

## Where do I find the programme?

The programme is at [programme.example.com] and in the app [Event]. There are [three] tracks; workshops have [30] places and need a free registration from [1 June] on.

## Will the talks be recorded?

Yes, all talks in the main hall will be recorded and are online about [2 weeks] later, free for everybody. Workshops are not recorded.

## Is the venue accessible?

Yes, the venue is accessible without steps, with lifts, accessible toilets on every floor and reserved places in front. Live captions are in the main hall. A quiet room is [0.08]. Write to [access@example.com] if you need anything else.

## How do I get there?

Take underground line [1] from the main station to [Harbour], [9 minutes]. There are hardly any parking places; the car park [Quay] costs [18 euros] a day. Bicycles can be left in the yard.

## Which hotels do you recommend?

Hotels with special prices until [1 May] are [Hotel Quay, 5 minutes on foot] and [City Hostel, 10 minutes]. The code is in your confirmation e-mail.

## Is there childcare?

There is free childcare for ages [2 to 10] on all three days, from [9:00 to 18:30]. Please register by [20 May] at [family@example.com].

## What food is there?

There is a vegetarian lunch buffet with vegan and gluten-free dishes, all marked. Coffee, tea and fruit are there all day.

## What is the Wi-Fi password?

The Wi-Fi is called [Event], and its password stands on the back of your badge.

## What is the code of conduct?

The code of conduct is simple: be kind, no harassment, respect a no. It stands at [example.com/conduct]. The awareness team in purple vests helps at any time at [+00 000 000 000].
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Write to the event team",
      description:
        "Asks for name, e-mail and a message so that the event team can write back, for example to sponsors and the press.",
      examples: ["I want to write to the event team", "We want to become a sponsor"],
    },
  ],
};
