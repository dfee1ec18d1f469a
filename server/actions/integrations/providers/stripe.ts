import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";

const api = "https://api.stripe.com/v1";

export const stripe: Provider = {
  id: "stripe",
  name: "Stripe",
  summary: "Look up a customer's subscription and refund payments.",
  icon: "card",
  settings: [],
  apiUrl: api,
  sends: { type: "bearer" },
  oauth: null,
  key: {
    label: "Restricted key",
    hint: "In Stripe under Developers, API keys. It begins with rk_ and needs customers, subscriptions and refunds.",
    sends: { type: "bearer" },
  },
  whoami: null,
  events: {
    hint: "In Stripe under Developers, Webhooks, add this address. Reveal its signing secret there.",
    secretLabel: "Signing secret",
    types: [
      { type: "invoice.paid", words: "Invoice paid" },
      { type: "invoice.payment_failed", words: "Payment failed" },
      { type: "customer.subscription.deleted", words: "Subscription ended" },
    ],
    verify: {
      ...{
        scheme: "hmac",
        header: "stripe-signature",
        form: "t,v1",
        encoding: "hex",
        signed: "{time}.{body}",
      },
    },
    type: { pick: "type" },
    id: { pick: "id" },
  },
  operations: [
    operation("own_subscription", `GET ${api}/customers`, {
      text: {
        title: "My subscription",
        description: "Says what the verified visitor has subscribed to, and until when it is paid.",
        examples: ["When does my subscription end?", "What is my plan?"],
        verifiedOnly: true,
        inputs: [askFor("email", "email", { label: "E-mail", from: "email" })],
      },
      request: {
        query: [
          { name: "email", value: "{{email}}" },
          { name: "limit", value: "1" },
          { name: "expand[]", value: "data.subscriptions" },
        ],
        pick: "data[0].subscriptions.data[].{status: status, plan: items.data[0].price.nickname, cancels: cancel_at}",
      },
    }),
    operation("refund", `POST ${api}/refunds`, {
      text: {
        title: "Refund a payment",
        description: "Refunds a payment as a whole, once the team has approved it.",
        examples: ["I want my money back"],
        risk: "approval",
        inputs: [askFor("payment", "text", { label: "Payment ID", description: "It begins with pi_." })],
        answer: "The refund is {{status}}.",
      },
      request: {
        form: "payment_intent={{payment}}\nreason=requested_by_customer",
        pick: "{status: status, amount: amount, currency: currency}",
      },
    }),
  ],
};
