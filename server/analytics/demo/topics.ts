/** What visitors of the demo ask; each answer quotes one of the sample's pages. */
export interface DemoTopic {
  title: string;
  question: string;
  answer: string;
  page: string;
  /** How often it is asked, beside the others. */
  weight: number;
}

export const demoTopics: readonly DemoTopic[] = [
  {
    ...{ title: "Delivery time", weight: 9, page: "Delivery" },
    question: "How long does delivery take?",
    answer: "Parcels arrive within three to five working days.",
  },
  {
    ...{ title: "Returning an order", weight: 7, page: "Returns" },
    question: "Can I send something back?",
    answer: "Yes. You can return what you bought within 30 days.",
  },
  {
    ...{ title: "Paying by invoice", weight: 4, page: "Payment" },
    question: "Can I pay by invoice?",
    answer: "Companies can pay by invoice within 14 days.",
  },
  {
    ...{ title: "Opening hours", weight: 4, page: "Contact" },
    question: "When are you open?",
    answer: "Our shop is open from Monday to Saturday, from 9 to 18.",
  },
  {
    ...{ title: "Warranty", weight: 3, page: "Warranty" },
    question: "What if it breaks?",
    answer: "Everything we sell has a warranty of two years.",
  },
  {
    ...{ title: "Gift cards", weight: 2, page: "Gift cards" },
    question: "Do you have gift cards?",
    answer: "You can buy gift cards from 10 to 200.",
  },
];

/** Questions that no page answers, which Insights lists so that somebody adds what is missing. */
export const unansweredQuestions = [
  "Do you ship to Norway?",
  "Can I hire a bicycle trailer?",
  "Do you repair tents?",
] as const;
