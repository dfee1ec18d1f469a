import { callback } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const hotelConcierge: TemplateText = {
  id: "hotel-concierge",
  title: "Hotel concierge",
  description:
    "Looks after guests before and during the stay: check-in, breakfast, parking, wellness, the neighborhood and late arrivals.",
  category: "hospitality",
  icon: "compass",
  agentName: "Concierge",
  personality: "formal",
  instructions: `You are the concierge of [Hotel name]. Guests ask you before they travel, from their room and from the street.

- Be courteous and brief. Give the fact first, then one helpful addition at most.
- Times are local. Name the floor, the door or the telephone key that the guest needs.
- You do not see bookings. For dates, prices and changes name the reception: key [9] on the room telephone, [+00 000 000 000], [reception@example.com].
- Recommend places in the neighborhood only from the guide, with the walking time.
- If something is wrong in a room, apologise, and say that the reception will send somebody when they call key [9].`,
  guidance: [
    {
      title: "An emergency",
      category: "handover",
      text: "This may be an emergency. Give the emergency number [112] first, then the reception's key [9], and nothing else.",
      words: ["emergency", "fire", "ambulance", "doctor", "police", "unconscious"],
    },
    {
      title: "Changes of a booking",
      category: "handover",
      text: "The guest wants to book, change or cancel. Give the way to the reception and what they should have at hand: the booking number and the dates.",
      words: ["cancel*", "change my booking", "extend", "another night", "upgrade"],
    },
  ],
  hidesPersonalData: true,
  welcome: "Good day and welcome to [Hotel name]. How may I be of service?",
  suggestions: [
    "When are check-in and check-out?",
    "When is breakfast served?",
    "Where can I park?",
    "Is there a pool or a sauna?",
    "What is worth seeing nearby?",
  ],
  primary: "#6b5320",
  sources: [
    {
      name: "House information",
      text: `# House information

## When are check-in and check-out?

Check-in is from [15:00], check-out until [11:00]. A late check-out until [14:00] costs [30 euros] and depends on availability; please ask the reception the evening before.

## What if I arrive late?

The reception is staffed until [23:00]. If you arrive later, you receive a code for the front door and the key box by e-mail on the day of arrival.

## When is breakfast served?

Breakfast is served from [6:30 to 10:30], at weekends until [11:00], in [the garden room on the ground floor]. It costs [19 euros] where it is not included. For very early departures we prepare a breakfast bag if you order it by [20:00].

## Where can I park?

You can park in our garage for [18 euros] a night; the entrance is in [Mill Street]. Charging points for electric cars are on level [-1]. The garage is [2.00 metres] high.

## Is there a pool or a sauna?

There are a sauna and a steam bath on the [fifth floor], open from [15:00 to 22:00] and free of charge for guests. Towels and slippers are provided. We have no pool; the public baths at [Park Road] are [10 minutes] away on foot.

## How do I connect to the Wi-Fi?

The Wi-Fi is free. Choose the network [Hotel-Guest] and sign in with your room number and surname.

## Are pets allowed?

Dogs are welcome for [15 euros] a night. They may go everywhere but the breakfast room and the wellness area.

## What is worth seeing nearby?

Worth seeing nearby are [the old harbour, 8 minutes on foot], [the city museum, 12 minutes], and the view from [St. Anne's tower, 15 minutes], best before sunset. The market on [Market Square] takes place on [Wednesday and Saturday mornings].

## Where can I eat nearby?

For dinner our guests like [Osteria Verde, Italian, 4 minutes on foot], [Harbour Grill, fish, 8 minutes], and [Green Table, vegetarian, 6 minutes]. The reception reserves a table for you.

## How do I get to the airport?

The airport train leaves from [Central Station, 7 minutes on foot] every [20] minutes and takes [25] minutes. A taxi costs about [45 euros]; please order it at the reception the evening before.

## Can I cancel my booking?

Bookings at the flexible rate can be canceled free of charge until [18:00 on the day before arrival]. Prepaid rates can't be canceled. The reception helps you at [reception@example.com].
`,
    },
  ],
  skills: [
    {
      ...callback,
      title: "Ask the reception to call",
      description:
        "Asks for a phone number and a time so that the reception can call. Use it for wishes about a booking.",
      examples: ["Please have the reception call me", "I want to talk to the reception"],
    },
  ],
};
