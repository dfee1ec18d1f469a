import { setImmediate } from "node:timers/promises";
import { toJsonSchema } from "@valibot/to-json-schema";
import { safeParse } from "valibot";
import type { GenericSchema } from "valibot";
import type { AnyCall } from "../../shared/contract/call.ts";
import { webhookPayload } from "../../shared/contract/webhooks/webhooks.ts";
import { webhookEvents } from "../../shared/domain/webhooks.ts";
import { brandName } from "../../shared/domain/product.ts";
import { signatureHeaders } from "../../shared/domain/signature.ts";
import { makeExample } from "./makeExample.ts";

type Json = Record<string, unknown>;

/** One call as the API reference shows it. */
export interface Operation extends Json {
  summary: string;
  tags: string[];
}

export interface OpenApi extends Json {
  paths: Record<string, Record<string, Operation>>;
}

/** Makes the OpenAPI document from the contract, but for the server's address, a call at a time so that requests in between are not held up. */
export async function describeApi(calls: AnyCall[], version: string): Promise<OpenApi> {
  const paths: OpenApi["paths"] = {};
  for (const call of calls) {
    const path = `/api/${call.family}${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(call) };
    await setImmediate();
  }
  return {
    openapi: "3.1.0",
    info: { title: `${brandName} API`, version },
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "header", name: signatureHeaders.session },
        organization: { type: "http", scheme: "bearer" },
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "ph_…",
          description:
            "An API key of the organization (Settings, API keys), in `Authorization: Bearer ph_…`. " +
            "It needs no session, signature or cookie. It has the rights that both its scopes and its creator's roles allow.",
        },
      },
      schemas: { Error: errorSchema },
    },
    paths,
    webhooks: describeWebhooks(),
  };
}

/** What each webhook is sent, by its event. */
function describeWebhooks(): Json {
  const { oneOf = [] } = convert(webhookPayload, "output") as { oneOf?: Json[] }; // how a variant is written
  return Object.fromEntries(
    Object.entries(webhookEvents).map(([name, summary]) => [
      name,
      {
        post: {
          summary,
          tags: ["webhooks out"],
          parameters: signatureParameters,
          requestBody: { required: true, content: asJson(oneOf.find((one) => isAbout(one, name)) ?? {}) },
          responses: { "2XX": { description: "Accepted. Any other status is retried." } },
        },
      },
    ]),
  );
}

function isAbout(schema: Json, name: string): boolean {
  const { type } = (schema["properties"] ?? {}) as { type?: { const?: string; enum?: string[] } }; // JSON Schema's own shape
  return type?.const === name || (type?.enum?.includes(name) ?? false);
}

const signatureParameters = [
  { name: "webhook-id", description: "The event's ID, the same for every attempt" },
  { name: "webhook-timestamp", description: "Seconds since 1970, of this attempt" },
  { name: "webhook-signature", description: "`v1,` and base64 for each secret, separated by spaces" },
].map((header) => ({ ...header, in: "header", required: true, schema: { type: "string" } }));

function describeCall(call: AnyCall): Operation {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inPath = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  return {
    summary: call.summary,
    tags: [call.family],
    parameters: [...inPath, ...describeQuery(call.query)],
    ...(call.body ? { requestBody: { required: true, content: describeContent(call.body, "input") } } : {}),
    responses: {
      ...describeSuccess(call),
      default: { description: "An error", content: asJson(errorReference) },
    },
    security: describeSecurity(call),
  };
}

function describeQuery(schema: GenericSchema | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = convert(schema, "input");
  return Object.entries(properties as Json).map(([name, property]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name), // JSON Schema's own shape
    schema: property,
  }));
}

function describeSuccess(call: AnyCall): Json {
  if (call.events) {
    const content = { "text/event-stream": { schema: convert(call.events, "output") } };
    return { 200: { description: "Server-sent events: `event` is the type, `data` the content", content } };
  }
  if (call.redirects) return { 302: { description: "Redirects to the next page" } };
  if (!call.answer) return { 204: { description: "Done" } };
  const { status = 200 } = call;
  return { [status]: { description: "The answer", content: describeContent(call.answer, "output") } };
}

/** Each of the list is a way in by itself. */
function describeSecurity({ who, forKeys }: AnyCall): Json[] {
  if (who === "anyone") return [];
  if (typeof who === "string") return [{ session: [] }];
  const ways: Json[] = "member" in who ? [{ session: [], organization: [] }] : [{ session: [] }];
  return forKeys === "never" ? ways : [...ways, { apiKey: [] }];
}

/** With an example, where one can be made that the contract takes. */
function describeContent(schema: GenericSchema, typeMode: "input" | "output"): Json {
  const converted = convert(schema, typeMode);
  const example = makeExample(converted);
  return {
    "application/json": { schema: converted, ...(safeParse(schema, example).success && { example }) },
  };
}

function asJson(schema: Json): Json {
  return { "application/json": { schema } };
}

/** What a schema does beyond JSON Schema (trimming, numbers from text) is left out. */
function convert(schema: GenericSchema, typeMode: "input" | "output"): Json {
  const { $schema: _, ...converted } = toJsonSchema(schema, { typeMode, errorMode: "ignore" });
  return converted;
}

const errorReference = { $ref: "#/components/schemas/Error" };

const errorSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        fields: {
          type: "array",
          items: {
            type: "object",
            properties: { path: { type: "string" }, message: { type: "string" } },
          },
        },
        requestId: { type: "string" },
      },
    },
    message: { type: "string" },
  },
};
