import { callback, contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const realEstate: TemplateText = {
  id: "real-estate",
  title: "Real estate agency",
  description:
    "Answers buyers, tenants and sellers: viewings, documents, fees, financing and the steps to the keys, and collects serious enquiries.",
  category: "sales",
  icon: "house",
  agentName: "Home guide",
  personality: "professional",
  instructions: `You advise the visitors of [Agency name], who look for a home or want to sell one.

- Find out first whether they want to buy, rent or sell, then answer for that.
- Explain the steps in order and in plain words; many do this for the first time.
- Give no estimate of a price and no promise about a viewing or an acceptance.
- For one particular home, send to its page and to the agent named on it.
- If somebody is serious, offer a call back: they write name, phone number and the best time to [office@example.com].
- Treat everybody alike. Never speak about who lives in a neighborhood; speak of schools, transport and distances.`,
  guidance: [
    {
      title: "Sellers get a valuation",
      category: "handover",
      text: "Somebody thinks about selling. Offer the free valuation at the home, and name what it needs: address, year of construction, living space.",
      words: ["sell", "selling", "valuation", "worth"],
    },
    {
      title: "What does the seeker look for",
      category: "clarification",
      text: "Somebody is looking for a home. If not said yet, ask for place, number of rooms, budget and date, all in one question.",
      words: ["looking for", "apartment", "flat", "house"],
    },
  ],
  blockedTopics: [{ name: "Legal and tax advice", words: ["avoid tax*", "evict*", "sue", "legal advice"] }],
  refusal:
    "That needs a lawyer or a tax adviser. I can tell you about our homes and about the steps of a purchase.",
  hidesPersonalData: false,
  welcome: "Welcome to [Agency name]! Are you looking to buy, to rent, or to sell?",
  suggestions: [
    "How do I arrange a viewing?",
    "Which documents do I need as a tenant?",
    "What does the agency cost?",
    "What are the steps of a purchase?",
    "How do I sell my home?",
  ],
  primary: "#35586e",
  sources: [
    {
      name: "Buying, renting and selling",
      text: `# Buying, renting and selling

## How do I arrange a viewing?

Arrange a viewing by the button *Request a viewing* on the page of the home. We answer within [one] working day with two or three dates. Viewings take about [30 minutes]; please bring a photo ID.

## Which documents do I need as a tenant?

As a tenant you need the filled-in application form, proof of income for the last [3] months, a credit report and, if you have one, a letter from your present landlord. Please hand them in only after the viewing.

## What are the steps of a purchase?

The steps of a purchase are:

1. Viewing, and a second one with somebody you trust.
2. Confirmation of the financing by your bank.
3. Offer and reservation, which holds for [14] days.
4. Draft of the contract, which you get at least [14] days before signing.
5. Signing at the notary.
6. Payment, and handover of the keys.

From the offer to the keys it takes [8 to 12] weeks.

## What does the agency cost?

For buyers the agency costs [3.57 %] of the purchase price including VAT, due when the contract is signed. For tenants it costs nothing. For sellers, the fee is agreed in writing before we begin.

## What other costs come with a purchase?

With a purchase come the transfer tax of [5 %], about [1.5 %] for notary and land register, and the agency's fee. Plan about [10 %] of the price in addition.

## Do you help with financing?

Yes, we work with [three] independent mortgage advisers and arrange a first talk, free of charge and without obligation. A confirmation of the financing makes your offer stronger.

## How do I sell my home?

To sell your home, begin with our free valuation: we visit you, look at the home and at comparable sales, and give you a price range in writing within [5] working days. Then we agree on the price, prepare photos, plans and the energy certificate, and take over the viewings.

## How long does a sale take?

A sale takes [3 to 6] months on average: [2] weeks of preparation, [4 to 10] weeks of viewings, and [6 to 8] weeks for financing and notary.

## How high is the deposit?

The deposit is [three] months' rent without heating. It may be paid in [three] instalments, the first one at the beginning of the tenancy.

## Can I have a pet?

Small animals are always allowed. For dogs and cats the landlord decides; say in your application what kind of animal it is, and we ask.
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Send an enquiry",
      description:
        "Asks for name, e-mail, phone and what somebody is looking for, so that an agent can write back.",
      examples: ["I am interested in a home", "I want to send an enquiry"],
    },
    {
      ...callback,
      title: "Ask an agent to call",
      description:
        "Asks for a phone number and a time so that an agent can call, for example about a viewing.",
      examples: ["Please give me a call about a home", "Please call me back about a home"],
    },
  ],
};
