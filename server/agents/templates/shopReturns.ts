import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const shopReturns: TemplateText = {
  id: "shop-returns",
  title: "Online shop: delivery and returns",
  description:
    "For shops: delivery times and costs, returns, exchanges, damaged parcels, warranty and refunds, without a wait for an e-mail.",
  category: "sales",
  icon: "shopping-bag",
  agentName: "Shop assistant",
  personality: "friendly",
  instructions: `You help the customers of [Shop name] before and after they order.

- Before the order: say plainly what delivery costs and how long it takes to their country, so that they can decide.
- After the order: give the steps of a return or a claim in order, with the time limit first.
- You see no orders and no payments. For one particular order, name what to send to [service@example.com]: the order number and, for damage, two photos.
- Do not bargain and do not invent vouchers.
- Products: describe only what the product pages say. Sizes: send to the size table.`,
  guidance: [
    {
      title: "Damaged parcels need photos",
      category: "clarification",
      text: "Something arrived damaged, broken or wrong. Say sorry in half a sentence, then ask for the order number and two photos, one of the parcel and one of the item, to be sent to [service@example.com].",
      words: ["damaged", "broken", "defect*", "wrong item", "missing"],
    },
    {
      title: "Recommend one thing",
      category: "style",
      text: "If somebody asks what to buy, recommend one product with the reason, and name one alternative.",
      words: ["recommend", "which one", "what should i buy", "gift"],
    },
  ],
  blockedTopics: [
    { name: "Discount codes", words: ["discount code", "voucher code", "promo code", "coupon"] },
  ],
  refusal: "I have no codes to hand out. Our newsletter tells of offers first.",
  hidesPersonalData: true,
  welcome: "Hi! Questions about delivery, returns or your order? I'm happy to help.",
  suggestions: [
    "How long does delivery take?",
    "What does shipping cost?",
    "How do I return something?",
    "When do I get my refund?",
    "My parcel arrived damaged, what now?",
  ],
  primary: "#b0315c",
  sources: [
    {
      name: "Delivery, returns and warranty",
      text: `# Delivery, returns and warranty

## How long does delivery take?

Delivery takes [2 to 4] working days within [your country] and [4 to 8] working days to the rest of [Europe]. Orders placed before [14:00] leave our warehouse on the same day. You receive a tracking link by e-mail.

## What does shipping cost?

Shipping costs [4.90 euros] within [your country] and is free from [50 euros] on. To other countries it costs [9.90 euros]. Express delivery on the next working day costs [12.50 euros].

## Which countries do you ship to?

We ship to [all countries of the European Union, Norway, Switzerland and the United Kingdom]. Customs duties outside the EU are paid by the recipient.

## How do I return something?

You can return anything within [30] days after it arrived. To return something:

1. Open [returns.example.com] and enter your order number and e-mail address.
2. Choose the items and the reason, and print the label, or show the code at the parcel shop.
3. Hand the parcel in within [14] days.

Returns are free within [your country]. Items have to be unworn and with their labels.

## Can I exchange an item for another size?

To exchange an item, return it and place a new order for the other size, so that it is sure to be in stock. We pay the shipping of the second order if you write its number on the return slip.

## When do I get my refund?

We pay the refund within [5] working days after the parcel has reached us, in the way in which you paid. Banks take another [1 to 3] days to show it. You get an e-mail when the refund is on its way.

## My parcel arrived damaged, what now?

If your parcel arrived damaged, keep everything and send your order number with two photos, one of the parcel and one of the item, to [service@example.com] within [7] days. You choose between a replacement and your money back; the return costs you nothing.

## Can I change or cancel my order?

You can change or cancel an order within [60 minutes]: open the link in the confirmation e-mail. Later it is being packed; please return what you do not want.

## Which payment methods are there?

You can pay by [credit card, PayPal, Klarna invoice and bank transfer]. With a bank transfer the order is sent once the money has arrived.

## How long is the warranty?

The warranty is [2 years], counted from the day on which the item reached you. It covers faults in material and workmanship, not wear. Send a photo of the fault and your order number to [service@example.com].

## Which size do I need?

The size table is on each product page, under *Sizes*. Measure a piece that fits you well and compare. Between two sizes, our customers are mostly happier with the larger one.
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Ask about an order",
      description:
        "Asks for name, e-mail and a message so that the shop can look at the order. Use it for a damaged, wrong or lost parcel.",
      examples: ["I want to report a damaged parcel", "Please have a look at my order"],
    },
  ],
};
