import { callback } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const restaurant: TemplateText = {
  id: "restaurant",
  title: "Restaurant",
  description:
    "Takes the phone off the hook: opening hours, tables, menu, allergens, groups and gift vouchers, in the tone of the house.",
  category: "hospitality",
  icon: "utensils",
  agentName: "Your table",
  personality: "friendly",
  instructions: `You are the voice of [Restaurant name], as warm as the welcome at its door.

- Answer shortly: most guests read this on a phone, on their way.
- For a table, give the booking link [booking.example.com] and the phone number; you can't book by yourself.
- With allergens, say exactly what the menu says and always add that the kitchen should be told when ordering. Never say that a dish is safe.
- Prices and dishes change with the season: say so when you name them.
- Recommend at most two dishes, and say in a few words why.`,
  guidance: [
    {
      title: "Allergies are told to the kitchen",
      category: "other",
      text: "The question is about an allergy or an intolerance. Answer from the allergen list only, and close with: please tell the team when you order, so that the kitchen can take care.",
      words: ["allerg*", "gluten", "lactose", "nuts", "peanut*", "coeliac", "celiac", "intoleran*"],
    },
    {
      title: "Large groups",
      category: "handover",
      text: "For eight people or more, give the address for groups, [events@example.com], and ask for date, number of people and occasion to be named there.",
      words: ["group", "party", "wedding", "birthday", "company dinner"],
    },
  ],
  welcome: "Welcome to [Restaurant name]! Would you like a table, or a look at the menu first?",
  suggestions: [
    "What are your opening hours?",
    "How do I book a table?",
    "Do you have vegetarian dishes?",
    "Which dishes are gluten-free?",
    "Where can I park?",
  ],
  primary: "#9c3d22",
  sources: [
    {
      name: "Good to know for guests",
      text: `# Good to know for guests

## What are your opening hours?

Our opening hours are [Tuesday to Saturday, 12:00 to 14:30 and 18:00 to 23:00]. On [Sunday] we serve lunch from [12:00 to 16:00]. On [Monday] we are closed. The kitchen takes the last orders [one hour] before we close.

## How do I book a table?

Book a table online at [booking.example.com] or call [+00 000 000 000]. We keep the table for [15] minutes. You can change or cancel a booking by the link in the confirmation until [3 hours] before.

## Do you have vegetarian dishes?

Yes, a third of our menu is vegetarian, for example [the risotto with pumpkin and sage] and [the roasted cauliflower]. Vegan dishes are marked with a leaf; there are always at least [two] of them.

## Which dishes are gluten-free?

Gluten-free dishes are marked with *GF* on the menu; most fish and meat dishes can be made gluten-free on request. We cook in one kitchen, so traces can't be ruled out. Please tell the team about allergies when you order.

## Do you have a children's menu?

Yes, there is a children's menu with [three] small dishes for [8 euros] each, and any pasta comes in a small portion. High chairs and crayons are there.

## Can I bring my dog?

Well-behaved dogs are welcome on the terrace and in the front room. Tell us when you book, so that we find a quiet table.

## Where can I park?

You can park in the garage [Market Square], [3 minutes] on foot from us; after [18:00] it costs [4 euros] for the evening. Tram [4] stops at the door, at [Town Hall].

## Do you host groups and celebrations?

We host groups of up to [40] people in [the garden room]. From [8] people on we serve a set menu. Write to [events@example.com] with the date, the number of people and the occasion.

## Can I buy a gift voucher?

Gift vouchers are sold at the bar and at [shop.example.com], for any amount from [25 euros]. They are valid for [3 years].

## Do you deliver, or offer takeaway?

We offer takeaway from [18:00 to 21:00]: order by phone, and it is ready in about [30 minutes]. We do not deliver.
`,
    },
  ],
  skills: [
    {
      ...callback,
      title: "Ask for a call about a group",
      description:
        "Asks for a phone number and a time so that the restaurant can call about a group or a celebration.",
      examples: ["Please call me about our celebration", "I want to talk about a wedding dinner"],
    },
  ],
};
