import * as v from "valibot";
import { maxMinimisedSuggestions, maxSuggestions } from "../domain/limits.ts";
import { call } from "./call.ts";
import { colour, data, id, text, time, title } from "./shapes.ts";

const suggestion = title(120);

/** What the chat widget looks like and says first. Colours left null follow from `primary`. */
export const widgetSettings = v.strictObject({
  title: title(80),
  subtitle: text(120),
  welcome: text(1000),
  placeholder: text(120),
  suggestions: v.pipe(v.array(suggestion), v.maxLength(maxSuggestions)),
  /** Shown beside the closed launcher. */
  minimisedSuggestions: v.pipe(v.array(suggestion), v.maxLength(maxMinimisedSuggestions)),
  primary: colour,
  scheme: v.picklist(["auto", "light", "dark"]),
  position: v.picklist(["right", "left"]),
  radius: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24)),
  launcherLabel: text(40),
});
export type WidgetSettings = v.InferOutput<typeof widgetSettings>;

/** A host name, `*.example.com`, or either with a port. */
const domain = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(260),
  v.regex(
    /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/,
    "Write a domain like example.com or *.example.com.",
  ),
);

export const surface = v.object({
  type: v.picklist(["widget"]),
  enabled: v.boolean(),
  /** Public: it stands in the snippet. */
  token: v.string(),
  /** Empty: any site may show the agent. Takes effect at once, without publishing. */
  allowedDomains: v.array(v.string()),
  /** The draft; visitors meet the published one. */
  settings: widgetSettings,
  revision: v.number(),
  /** When a page last loaded the widget, and from which origin. */
  lastSeen: v.nullable(v.object({ at: time, origin: v.string() })),
});
export type Surface = v.InferOutput<typeof surface>;

/** What a stranger's page gets to see of an agent: an allow-list, nothing else. */
export const publicConfiguration = v.object({
  agentId: id,
  name: v.string(),
  icon: v.string(),
  version: v.number(),
  preview: v.boolean(),
  settings: widgetSettings,
  language: v.string(),
});
export type PublicConfiguration = v.InferOutput<typeof publicConfiguration>;

/** Why a widget steps aside, in the words of the public API. */
export const unavailableReasons = ["bad_token", "origin_not_allowed", "disabled", "server"] as const;

/**
 * What the frame's document carries in `<script type="application/json" id="frame-document">`, so that the frame needs no
 * request before the visitor types. `origin` is the site around it, null where it is opened by itself.
 */
export interface FrameDocument {
  token: string;
  origin: string | null;
  ticket: string;
  ticketExpiresAt: number;
  configuration: PublicConfiguration | null;
  unavailable: (typeof unavailableReasons)[number] | null;
}

const base = "/v1/org/{orgId}/copilotapps/{productId}/surfaces" as const;

export const listSurfaces = call({
  family: "console",
  method: "GET",
  path: base,
  who: { member: "surfaces.read" },
  summary: "Lists an agent's surfaces.",
  answer: v.object({ items: v.array(surface) }),
});

export const getSurface = call({
  family: "console",
  method: "GET",
  path: `${base}/{surfaceType}`,
  who: { member: "surfaces.read" },
  summary: "Gives one surface with its draft settings.",
  answer: data(surface),
});

export const updateSurface = call({
  family: "console",
  method: "PUT",
  path: `${base}/{surfaceType}`,
  who: { member: "surfaces.update" },
  summary: "Saves a surface: settings as a draft, domains and switch at once.",
  body: data(
    v.strictObject({
      revision: v.number(),
      enabled: v.boolean(),
      allowedDomains: v.pipe(v.array(domain), v.maxLength(100)),
      settings: widgetSettings,
    }),
  ),
  answer: data(surface),
});

/** The console hands the ticket to the frame in `init`; with it the frame meets the draft for ten minutes. */
export const createPreviewTicket = call({
  family: "console",
  method: "POST",
  path: `${base}/{surfaceType}/preview-ticket`,
  who: { member: "surfaces.read" },
  summary: "Gives a ten-minute ticket with which the frame shows the draft.",
  answer: data(v.object({ ticket: v.string(), expiresAt: time })),
});

/** No credentials; 403 `origin_not_allowed` for a site that is not listed, 404 `bad_token`, 403 `surface_disabled`. */
export const getPublicConfiguration = call({
  family: "public",
  method: "GET",
  path: "/v1/copilots",
  who: "anyone",
  summary: "Gives the public configuration of the surface that a token names.",
  query: v.object({ surface: v.picklist(["widget"]), token: text(80) }),
  answer: publicConfiguration,
  limit: "publicRead",
});

/** The frame's document carries a ticket; an expired one is renewed for a day as long as its site is still allowed. */
export const renewTicket = call({
  family: "public",
  method: "POST",
  path: "/v1/copilots/ticket",
  who: "anyone",
  summary: "Renews the ticket of a frame that has been open for long.",
  body: v.strictObject({ ticket: text(2000) }),
  answer: v.object({ ticket: v.string(), expiresAt: time }),
  limit: "openSession",
});

/** Made at the first send. The answer's key signs everything after. */
export const openChatWidget = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/open-chat-widget",
  who: "anyone",
  summary: "Opens an anonymous session of a visitor with an agent.",
  body: data(v.strictObject({ ticket: text(2000), locale: v.optional(text(35)) })),
  answer: data(
    v.object({
      session: v.object({ id, key: v.string(), time: v.number() }),
      agentId: id,
      contactId: id,
    }),
  ),
  limit: "openSession",
});
