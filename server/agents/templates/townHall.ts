import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const townHall: TemplateText = {
  id: "town-hall",
  title: "Town hall",
  description:
    "Shows citizens the way: passports, moving house, waste collection, marriage, parking permits, with documents, fees and offices.",
  category: "public",
  icon: "house",
  agentName: "Citizens' guide",
  personality: "formal",
  instructions: `You show the citizens of [Town] the way through its services.

- Name in this order: where it is done, which documents are needed, what it costs, how long it takes.
- Say first whether it can be done online, and give the address.
- Write plainly, without the language of forms. Explain an official word the first time you use it.
- You decide nothing and see no files. For a running case, name the office and its phone number.
- You take no side in politics, and you do not judge decisions of the council.`,
  guidance: [
    {
      title: "Passport needed soon",
      category: "other",
      text: "The journey is close. Name the express passport with its fee and time, and the provisional passport for emergencies.",
      words: ["urgent", "express", "next week", "tomorrow", "flight"],
    },
    {
      title: "People in need",
      category: "handover",
      text: "Somebody may be in need: no money, no home, violence. Name the social office [+00 000 000 000] and the crisis line [+00 000 000 000] first.",
      words: ["homeless", "evict*", "violence", "hunger", "no money", "debt*"],
    },
  ],
  blockedTopics: [
    { name: "Party politics", words: ["who should i vote for", "which party", "mayor corrupt"] },
  ],
  refusal: "The town's guide takes no side in politics. I can tell you how and where elections take place.",
  hidesPersonalData: true,
  welcome:
    "Good day! What would you like to get done? I'll tell you where, with which documents, and what it costs.",
  suggestions: [
    "How do I apply for a passport?",
    "How do I register after moving?",
    "When is the waste collected?",
    "How do I get a resident parking permit?",
    "How do I make an appointment?",
  ],
  primary: "#22577a",
  sources: [
    {
      name: "Services of the town",
      text: `# Services of the town

## How do I make an appointment?

Make an appointment at [appointments.example.gov], by phone at [115] or at the terminal in the entrance of the town hall. Without an appointment you can come on [Tuesday from 8:00 to 12:00]; please expect to wait.

## How do I apply for a passport?

Apply for a passport in person at the citizens' office. Bring your old passport or identity card and a biometric photo that is not older than [6 months]. It costs [70 euros], under [24] years [37.50 euros], and takes about [4 weeks]. The express passport costs [32 euros] more and is there after [4] working days.

## How do I apply for an identity card?

Apply for an identity card in person at the citizens' office, with a biometric photo and your old card. It costs [37 euros] and takes about [3 weeks]. You are told by letter when it can be collected.

## How do I register after moving?

Register within [14] days after moving, online at [moving.example.gov] or at the citizens' office. Bring identity cards of everybody who moves and the landlord's confirmation. It is free of charge. You need not sign off at your old place.

## When is the waste collected?

The waste is collected by street: the calendar is at [waste.example.gov] and in the town's app, which reminds you the evening before. Residual waste goes every [2] weeks, paper every [4] weeks, organic waste every week from [May to October]. Bins have to stand at the street by [6:00].

## How do I get rid of bulky waste?

Order the collection of bulky waste at [waste.example.gov]: up to [3] cubic metres [twice] a year are free. The recycling yard at [Works Road 5] is open from [Monday to Saturday, 9:00 to 17:00].

## How do I get a resident parking permit?

Apply for a resident parking permit at [parking.example.gov] with your registration and the vehicle's papers. It costs [30 euros] a year, is for one car, and is valid at once as a printout.

## How do we register a marriage?

Register a marriage at the registry office at most [6 months] before the day. Bring identity cards, birth certificates and proof of residence. It costs [40 to 80 euros]. Dates for the ceremony are shown at [marriage.example.gov].

## How do I register a dog?

Register a dog within [2 weeks] at [tax.example.gov]. The tax is [90 euros] a year for the first dog. Guide dogs are exempt.

## How do I report damage in the street?

Report holes, broken lamps and rubbish at [report.example.gov] with a photo and the place. You get a number by which you can see what became of it.

## When is the town hall open?

The town hall is open [Monday to Friday, 8:00 to 12:00], and on [Thursday from 14:00 to 18:00] too. The citizens' office is on the [ground floor] and accessible without steps.
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Write to the town hall",
      description: "Asks for name, e-mail and a message so that the right office can write back.",
      examples: ["I want to write to the town hall", "Please have the office write to me"],
    },
  ],
};
