import type { IncomingMessage } from "node:http";
import { startWebServer } from "../network/webServer.ts";
import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";

/** One request as a shop's API got it. */
export interface ShopRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A shop's API: it knows two orders of two customers, and refunds each idempotency key once. */
export interface ShopApi {
  origin: string;
  requests: ShopRequest[];
  /** How many refunds were made. */
  refunds(): number;
  /** What the next requests are answered with in place of the shop's own answer; null for none. */
  fail(status: number | null, body?: string): void;
  /** Keeps back the answer to the request of this number, the first being 1; the shop has done by then what it asks for. */
  hold(number: number): Held;
  stop(): Promise<void>;
}

/** An answer that is kept back. */
export interface Held {
  /** The request is there. */
  arrived: Promise<void>;
  release(): void;
}

const orders: Record<string, { customer: string; status: string }> = {
  "A-17": { customer: "ada", status: "shipped" },
  "B-42": { customer: "bob", status: "packed" },
};

export const shopKey = "shop-secret-key-1234";

export async function startShopApi(): Promise<ShopApi> {
  const requests: ShopRequest[] = [];
  const refunded = new Set<string>();
  const held = new Map<number, { arrive: () => void; released: Promise<void> }>();
  let failure: { status: number; body: string } | null = null;
  const server = await startWebServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, url, headers, body });
      const holding = held.get(requests.length);
      const answer = (status: number, value: unknown) => {
        holding?.arrive();
        void Promise.resolve(holding?.released).then(() => {
          response.writeHead(status, { "content-type": "application/json" });
          response.end(typeof value === "string" ? value : JSON.stringify(value));
        });
      };
      if (failure) return answer(failure.status, failure.body);
      if (headers.authorization !== `Bearer ${shopKey}`) return answer(401, { error: "no key" });
      const { pathname, searchParams } = new URL(url, "http://shop.test");
      const [, place, id = ""] = pathname.split("/").map(decodeURIComponent);
      const order = orders[id];
      const isOwn = order && searchParams.get("customer") === order.customer;
      if (place === "orders" && isOwn)
        return answer(200, { order: { id, ...order }, internal: "margin 40 %" });
      if (place === "orders") return answer(404, { error: "no such order" });
      refunded.add(String(headers["idempotency-key"]));
      return answer(200, { refund: { order: id, amount: 20 } });
    });
  });
  return {
    origin: server.origin,
    requests,
    refunds: () => refunded.size,
    hold(number) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held.set(number, { arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    fail: (status, body = "{}") => void (failure = status === null ? null : { status, body }),
    stop: server.stop,
  };
}

const input = { description: "", options: [], validations: { required: true } };

/** The status of an order, of the verified visitor's own alone. */
export function orderStatus(origin: string): SkillDraft {
  return {
    name: "order_status",
    title: "Order status",
    description: "Says where an order is.",
    examples: ["Where is my order A-17?", "What is the status of my order?"],
    inputs: [
      { ...input, id: "order", type: "text", label: "Order number", from: null },
      { ...input, id: "customer", type: "text", label: "Customer", from: "userId" },
    ],
    ...{ enabled: true, risk: "read", verifiedOnly: true, oncePerConversation: false, timeoutSeconds: 5 },
    answer: "Your order {{id}} is **{{status}}**.",
    config: {
      kind: "http",
      ...{ method: "GET", url: `${origin}/orders/{{order}}`, headers: [], bodyType: "none", body: "" },
      query: [{ name: "customer", value: "{{customer}}" }],
      ...{ auth: { type: "bearer" }, pick: "order.{id: id, status: status}" },
    },
  };
}

/** A refund, which somebody has to allow. */
export function refund(origin: string, risk: "write" | "approval"): SkillDraft {
  return {
    name: "refund_order",
    title: "Refund an order",
    description: "Pays an order back.",
    examples: ["I want a refund for order A-17", "Please refund my order"],
    inputs: [{ ...input, id: "order", type: "text", label: "Order number", from: null }],
    ...{ enabled: true, risk, verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 5 },
    answer: "Order {{refund.order}} is refunded: {{refund.amount}} €.",
    config: {
      kind: "http",
      ...{
        method: "POST",
        url: `${origin}/refunds/{{order}}`,
        query: [],
        headers: [],
        auth: { type: "bearer" },
      },
      ...{ bodyType: "json", body: '{"order": {{order}}, "reason": "asked in the chat"}', pick: "" },
    },
  };
}

/** Contact details, which become the visitor's own. */
export function contactForm(): SkillDraft {
  const field = { ...input, from: null };
  return {
    name: "contact_details",
    title: "Leave your contact details",
    description: "Asks for name and e-mail so that the team can call back.",
    examples: ["Please call me back", "I want an offer"],
    inputs: [
      { ...field, id: "name", type: "text", label: "Name" },
      { ...field, id: "email", type: "email", label: "E-mail" },
    ],
    ...{ enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 5 },
    answer: "Thank you, {{name}}. We write to {{email}}.",
    config: { kind: "form", contact: { name: "name", email: "email" } },
  };
}
