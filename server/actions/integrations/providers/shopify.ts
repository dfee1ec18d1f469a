import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { operation } from "./operation.ts";
import { siteSetting } from "./site.ts";

export const shopify: Provider = {
  id: "shopify",
  name: "Shopify",
  summary: "Look up orders and products of your shop.",
  icon: "bag",
  settings: [
    siteSetting({
      label: "Shop name",
      hint: "The part before .myshopify.com.",
      placeholder: "harbor-books",
    }),
  ],
  apiUrl: "https://{site}.myshopify.com/admin/api/2026-07",
  sends: { type: "header", name: "X-Shopify-Access-Token" },
  oauth: {
    authorizeUrl: "https://{site}.myshopify.com/admin/oauth/authorize",
    tokenUrl: "https://{site}.myshopify.com/admin/oauth/access_token",
    clientsUrl: "https://dev.shopify.com/dashboard",
    scopes: [
      { scope: "read_orders", words: "See orders" },
      { scope: "read_products", words: "See products" },
    ],
    scopeSeparator: ",",
    client: "post",
    usesPkce: false,
  },
  key: {
    label: "Admin API access token",
    hint: "Of your shop's own app. It begins with shpat_.",
    sends: { type: "header", name: "X-Shopify-Access-Token" },
  },
  whoami: { path: "/shop.json", pick: "shop.name" },
  fault: { pick: "errors[0].message", lost: [] },
  events: {
    hint: "In Shopify under Settings, Notifications, Webhooks, add this address. Its signing secret stands below the list.",
    secretLabel: "Signing secret",
    types: [
      { type: "orders/create", words: "Order placed" },
      { type: "orders/fulfilled", words: "Order shipped" },
      { type: "refunds/create", words: "Refund made" },
    ],
    verify: {
      ...{
        scheme: "hmac",
        header: "x-shopify-hmac-sha256",
        form: "plain",
        encoding: "base64",
        signed: "{body}",
      },
    },
    type: { header: "x-shopify-topic" },
    id: { header: "x-shopify-event-id" },
  },
  operations: [
    operation("order_status", "POST {apiUrl}/graphql.json", {
      text: {
        title: "Order status",
        description: "Says where an order of the verified visitor is.",
        examples: ["Where is my order?", "What is the status of order 1001?"],
        verifiedOnly: true,
        inputs: [
          // A number: no text of a visitor becomes part of the search.
          askFor("order", "number", { label: "Order number" }),
          askFor("email", "email", { label: "E-mail", from: "email" }),
        ],
        answer: "Order {{name}}: {{status}}.",
      },
      request: {
        body: {
          query:
            "query ($find: String!) { orders(first: 1, query: $find) { nodes { name displayFulfillmentStatus fulfillments(first: 3) { trackingInfo { number url } } } } }",
          variables: { find: "name:#{{order}} AND email:'{{email}}'" },
        },
        pick: "data.orders.nodes[0].{name: name, status: displayFulfillmentStatus, tracking: fulfillments[].trackingInfo[].url}",
      },
    }),
    operation("find_products", "POST {apiUrl}/graphql.json", {
      text: {
        title: "Find products",
        description: "Finds products of the shop that are for sale.",
        examples: ["Do you sell waterproof jackets?"],
        inputs: [askFor("words", "text", { label: "Words" })],
      },
      request: {
        body: {
          query:
            "query ($find: String!) { products(first: 10, query: $find) { nodes { title status onlineStoreUrl priceRangeV2 { minVariantPrice { amount currencyCode } } } } }",
          variables: { find: "{{words}}" },
        },
        pick: "data.products.nodes[?status == 'ACTIVE'].{title: title, address: onlineStoreUrl, price: priceRangeV2.minVariantPrice.amount, currency: priceRangeV2.minVariantPrice.currencyCode}",
      },
    }),
  ],
};
