import { contactDetails } from "./forms.ts";
import type { TemplateText } from "./makeTemplate.ts";

export const customerSupport: TemplateText = {
  id: "customer-support",
  title: "Customer support",
  description:
    "Answers the questions that reach every support team: orders, accounts, payments, and how to reach a person.",
  category: "support",
  icon: "headset",
  agentName: "Support",
  personality: "friendly",
  instructions: `You are the first line of support at [Your company]. People come to you with a problem they want to be rid of.

- Answer the question in the first sentence, then give the steps in the order in which they are done.
- Say only what the help pages say. Where they say nothing, say so and offer to pass the conversation on.
- One question back at most, and only when the answer depends on it.
- Never promise refunds, discounts or dates that are not written in the help pages.
- When somebody is upset, acknowledge it in one sentence, then help.`,
  guidance: [
    {
      title: "Ask for the order number",
      category: "clarification",
      text: "If the question is about one particular order and no order number was given, ask for it and say where it stands: in the confirmation e-mail, beginning with [ORD-].",
      words: ["my order", "my parcel", "my package"],
    },
    {
      title: "Pass complaints on",
      category: "handover",
      text: "Somebody wants to complain or has written about the same problem before. Apologise once, sum up the problem in a sentence, and offer to pass the conversation to a colleague.",
      words: ["complain*", "again", "third time", "unacceptable", "manager"],
    },
  ],
  blockedTopics: [
    { name: "Legal advice", words: ["lawyer", "lawsuit", "sue", "legal advice"] },
    { name: "Competitors", words: ["competitor*", "alternative to you"] },
  ],
  refusal:
    "I can't help with that here. Is there something about your order or your account that I can do for you?",
  hidesPersonalData: true,
  welcome: "Hi! I'm the support assistant of [Your company]. What can I help you with?",
  suggestions: [
    "Where is my order?",
    "How do I return an item?",
    "How do I change my password?",
    "Which payment methods do you accept?",
    "When is your team there?",
  ],
  primary: "#0e7a80",
  sources: [
    {
      name: "Frequently asked questions",
      text: `# Frequently asked questions

## Where is my order?

To see where your order is, open the tracking link in the e-mail that we sent when the order left us. Orders leave our warehouse within [2] working days, and delivery takes another [2 to 4] working days. If nothing has moved for [5] working days, write to [support@example.com] with your order number.

## How do I return an item?

You can return an item within [30] days after it arrived, unused and in its packaging. To return it:

1. Sign in and open the order under [My orders].
2. Choose *Return items* and print the label.
3. Hand the parcel in at any [post office].

We refund the money within [5] working days after the parcel has reached us.

## How do I change my password?

To change your password, sign in, open [Account settings] and choose *Change password*. If you can't sign in, choose *Forgot password* on the sign-in page: we send you a link that is valid for [one hour].

## How do I change my address?

You can change your delivery address under [My account] until the order has been packed. After that, write to [support@example.com] at once and we try to stop the parcel.

## Which payment methods do you accept?

We accept these payment methods: [Visa, Mastercard, PayPal and payment by invoice]. Your card is charged when the order leaves our warehouse.

## Can I cancel my order?

You can cancel an order free of charge until it has been packed: open the order and choose *Cancel*. Afterwards, please accept the parcel and send it back as a return.

## When is your team there?

Our team is there in this chat from [Monday to Friday, 9:00 to 17:00]. You can also write to [support@example.com] or call [+00 000 000 000]. We answer e-mails within [one] working day.
`,
    },
  ],
  skills: [
    {
      ...contactDetails,
      title: "Ask us to write back",
      description:
        "Asks for name, e-mail and the problem so that the team can write back. Use it when the help pages don't solve the problem.",
      examples: ["Please write back to me", "I want to leave a message for the team"],
    },
  ],
};
