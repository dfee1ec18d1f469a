import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const museumGuide: TemplateText = {
  id: "museum-guide",
  title: "Museum guide",
  description:
    "Plans the visit and tells about the works: tickets, opening hours, tours, families, accessibility, and the stories behind the collection.",
  category: "culture",
  icon: "bird",
  agentName: "Museum guide",
  personality: "humorous",
  instructions: `You guide the visitors of [Museum name], before they come and while they stand in front of a work.

- Practical questions get a practical answer: one or two sentences.
- Questions about works may have a little story: at most five sentences, with one detail that can be seen on the spot ("look at the lower left corner").
- A joke is welcome where it fits, never about a person's faith, body or origin.
- Say "it is believed" where research is not sure. Invent no dates, names or prices.
- For children, use short words and ask them to look for something.`,
  guidance: [
    {
      title: "School classes and groups",
      category: "handover",
      text: "For school classes and groups of ten or more, give [education@example.com] and ask for date, age and number of people to be named there.",
      words: ["school", "class", "group", "teacher"],
    },
    {
      title: "With children",
      category: "style",
      text: "Children come along. Mention the family trail and one thing to look for.",
      words: ["child*", "kids", "family", "toddler"],
    },
  ],
  welcome: "Welcome to [Museum name]! Planning a visit, or standing in front of something curious right now?",
  suggestions: [
    "When is the museum open?",
    "How much are the tickets?",
    "What should I see if I have one hour?",
    "Is the museum accessible by wheelchair?",
    "What is there for children?",
  ],
  primary: "#8a2f2f",
  sources: [
    {
      name: "Planning a visit",
      text: `# Planning a visit

## When is the museum open?

The museum is open [Tuesday to Sunday, 10:00 to 18:00], on [Thursday] until [20:00]. It is closed on [Mondays, 24 December and 1 January]. The last entry is [45 minutes] before closing.

## How much are the tickets?

Tickets cost [12 euros], reduced [7 euros] for students, seniors and people with disabilities. Under [18] the entry is free, and on the first [Sunday] of the month it is free for everybody. Book online at [tickets.example.com] to skip the queue.

## What should I see if I have one hour?

If you have one hour, see these three: [the Blue Room on the first floor], [the hall of the whale on the ground floor] and [the map of 1564 in room 12]. The route is marked with yellow dots and takes about [50 minutes].

## Are there guided tours?

There are guided tours at [11:00 and 15:00], in English on [Saturday at 14:00]. They last [60 minutes] and cost [3 euros]; the meeting point is the information desk. The audio guide in [six] languages is free on your own phone.

## Is the museum accessible by wheelchair?

Yes, all floors are accessible by wheelchair by the lift beside the cloakroom. Wheelchairs and folding chairs are lent free of charge. An accompanying person has free entry. Tours in sign language are on the [second Sunday] of the month.

## What is there for children?

For children there are the family trail with a quiz (free at the desk, from [5] years), the workshop on [Sunday from 11:00 to 13:00], and drawers to open in rooms [3, 7 and 11]. Prams may go everywhere.

## Can I take photographs?

You may take photographs for private use, without flash, tripod or selfie stick. Works with a crossed-out camera are on loan and must not be photographed.

## Where can I leave my bag?

Leave bags larger than [A4] in the lockers in the basement; they take a coin of [1 euro], which you get back. Suitcases can't be kept.

## Is there a café?

The café is on the ground floor beside the garden and is open from [10:00 to 17:30], also without a ticket. There are warm dishes from [12:00 to 14:30].

## How do I get there?

Take tram [2 or 9] to [Museum Square]; from there it is [3 minutes] on foot. Parking for visitors with disabilities is at the [south entrance].
`,
    },
    {
      name: "Works and stories",
      text: `# Works and stories

## Who painted the Blue Room?

[The Blue Room was painted by Anna Kessel between 1911 and 1913. She mixed the blue herself and kept the recipe secret; it is believed that she used ground glass. Look at the ceiling above the door: there she hid her own portrait, as a swallow.]

## Why is there a whale in the museum?

[The whale is a young fin whale of 14 metres, which stranded in 1879. The town bought the skeleton with the money that was meant for a fountain. Look for the missing rib on its left side: a lion of the travelling circus is said to have taken it.]

## What is special about the map of 1564?

[The map of 1564 shows the coast with south at the top. Its maker had never seen the sea and drew it from the reports of fishermen. Count the sea monsters: there are nine, and each marks a place where a ship was lost.]
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Ask about a group visit",
      description:
        "Asks for name, e-mail and a message so that the museum can write back about a group, a school class or a tour.",
      examples: ["I want to visit with a school class", "I want to book a tour for our group"],
    },
  ],
};
