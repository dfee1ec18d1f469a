import * as v from "valibot";
import { callVoiceServices, offeredSpeeches } from "../../domain/call.ts";
import { doctorChecks, doctorStates } from "../../domain/doctor.ts";
import { chatLanguages } from "../../domain/chatLanguages.ts";
import { maxMinimisedSuggestions, maxSuggestions } from "../../domain/limits.ts";
import { call } from "../call.ts";
import { knownContactFields, saidContactFields } from "../conversations/contacts/contactFields.ts";
import { formField } from "../forms/fields.ts";
import { proactiveRules, publicRule } from "./proactive.ts";
import { colour, confirmed, count, data, id, revision, savedBy, slug, text, time, title } from "../shapes.ts";

const suggestion = title(120);

/** An address on the web, as people paste it. */
const webAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000),
  v.regex(/^https?:\/\/[^\s/]+(\/\S*)?$/, "Write an address that begins with https://."),
);

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

const domainMessage = "Write a domain such as chat.example.com.";
const dnsRecordTypes = ["TXT", "CNAME"] as const;

/** Words of the chat that the owner replaces, by their key in `shared/words`; in one language. */
const replacedWords = v.record(
  v.pipe(v.string(), v.regex(/^[a-z][A-Za-z.]{0,60}$/), v.notValue("__proto__")),
  text(300),
);

/** What the chat widget looks like and says first. Colors left null follow from `primary`. */
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
  launcherIcon: v.picklist(["chat", "question", "spark", "wave"]),
  /** From the page's edges to the launcher, in px. */
  offsetX: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200)),
  offsetY: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200)),
  /** Visitors may move the launcher along the page's left and right edges. */
  isMovable: v.boolean(),
  /**
   * Outside the agent's opening hours. `answer`: the agent answers, with a line that says when people are back. `form`: visitors
   * leave a message and their address. `hide`: the launcher is not there.
   */
  outsideHours: v.picklist(["answer", "form", "hide"]),
  /** The panel's size on a page that is wide enough, in px. */
  panelWidth: v.pipe(v.number(), v.integer(), v.minValue(320), v.maxValue(800)),
  panelHeight: v.pipe(v.number(), v.integer(), v.minValue(360), v.maxValue(1000)),
  /** Text on `primary`; ignored where it could not be read. */
  onPrimary: v.nullable(colour),
  density: v.picklist(["comfortable", "compact"]),
  font: v.picklist(["system", "rounded", "serif", "mono"]),
  /** `auto`: the visitor's own, as far as we have it, else the agent's. */
  language: v.picklist(["auto", ...chatLanguages]),
  /** By language; a language that is not here keeps our words. */
  words: v.record(v.picklist(chatLanguages), replacedWords),
  /** What visitors are offered beside writing. */
  hasFeedback: v.boolean(),
  hasAttachments: v.boolean(),
  /** Recordings, where the organization has a model for speech. */
  hasVoice: v.boolean(),
  /** Calls by voice, and what the agent says first in one; empty says nothing. */
  hasCalls: v.boolean(),
  callGreeting: text(300),
  /** `auto`: each browser's own speech where it has one, else the server's. */
  callSpeech: v.picklist(["auto", "server"]),
  /** What speaks for the server. Without a key of ElevenLabs it is the model for speech. */
  callVoiceService: v.picklist(callVoiceServices),
  /** The service's own names of the voice that speaks for the server, and of its model; empty for the usual ones. */
  callVoice: text(60),
  callVoiceModel: text(150),
  /** Whether calls are recorded whose visitor agrees, where the server hears and speaks. */
  recordsCalls: v.boolean(),
  hasPersonRequest: v.boolean(),
  hasHistory: v.boolean(),
  hasTranscript: v.boolean(),
  /** Whether new answers sound until the visitor switches it. */
  hasSound: v.boolean(),
  /** Stands above the input until the first message; empty says nothing. */
  consentText: text(300),
  consentUrl: v.nullable(webAddress),
  /** Privacy, terms, imprint. */
  links: v.pipe(v.array(v.strictObject({ label: title(40), url: webAddress })), v.maxLength(5)),
  /** What the chat says first, beside its launcher; no visitor's configuration has it in this form. */
  proactive: proactiveRules,
  /** Hosts whose images answers may show; all others become links. */
  imageHosts: v.pipe(v.array(domain), v.maxLength(20)),
});
export type WidgetSettings = v.InferOutput<typeof widgetSettings>;

/** The chat widget's own surface: the snippet. */
export const widgetSurface = v.object({
  type: v.literal("widget"),
  enabled: v.boolean(),
  /** Public: it is in the snippet. */
  token: v.string(),
  /** Empty: any site may show the agent. Takes effect immediately, without publishing. */
  allowedDomains: v.array(v.string()),
  /**
   * Whether pages without an origin (an app's WebView, a file) may show the agent although domains are listed; with an empty
   * list they may anyway. Any site can come as nobody then: the list keeps honest sites only.
   */
  allowsNullOrigin: v.boolean(),
  /** The draft; the published one is live. */
  settings: widgetSettings,
  revision: v.number(),
  savedBy,
  /** When a page last loaded the widget, and from which origin. */
  lastSeen: v.nullable(v.object({ at: time, origin: v.string() })),
});
export type WidgetSurface = v.InferOutput<typeof widgetSurface>;

/**
 * A page of the agent's own at `/p/SLUG`, in the widget's look and words. Takes effect immediately, without publishing.
 */
export const hostedWebSettings = v.strictObject({
  title: title(80),
  description: text(300),
  /** Files sent by `initUpload`: a picture for links in social networks, and the page's icon. */
  imageFileId: v.nullable(id),
  iconFileId: v.nullable(id),
  /** Whether search engines may list the page. */
  isIndexed: v.boolean(),
});
export type HostedWebSettings = v.InferOutput<typeof hostedWebSettings>;

/** Where a domain's records have to be set, and to which values. */
const dnsRecord = v.object({ type: v.picklist(dnsRecordTypes), name: v.string(), value: v.string() });
export type DnsRecord = v.InferOutput<typeof dnsRecord>;

/** A domain of the team's own. Its TXT record proves whose it is, its CNAME record leads here. */
const hostedDomain = v.object({
  name: v.string(),
  /** Since when the proof was seen: the page answers there from then on. Null before. */
  validatedAt: v.nullable(time),
  records: v.array(dnsRecord),
});
export type HostedDomain = v.InferOutput<typeof hostedDomain>;

export const hostedWebSurface = v.object({
  type: v.literal("hosted-web"),
  enabled: v.boolean(),
  slug: v.string(),
  domain: v.nullable(hostedDomain),
  settings: hostedWebSettings,
  revision: v.number(),
  savedBy,
});
export type HostedWebSurface = v.InferOutput<typeof hostedWebSurface>;

export const surface = v.variant("type", [widgetSurface, hostedWebSurface]);

/**
 * How visitors are told apart. `optional`: a signed identity is verified, an unsigned one is kept as what the visitor
 * says of themself. `required`: only visitors with a signed identity may write. Takes effect immediately.
 */
export const identitySettings = v.object({
  mode: v.picklist(["optional", "required"]),
  /** At most two, so that one can be replaced without a gap; the secret itself is shown once. */
  secrets: v.array(v.object({ id, lastFour: v.string(), createdAt: time })),
});
export type IdentitySettings = v.InferOutput<typeof identitySettings>;

/** What a site knows of its visitor beside who they are; values are shown to the team and given to the model as data. */
export const attributes = v.pipe(
  v.record(
    v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
    v.nullable(v.union([text(500), v.number(), v.boolean()])),
  ),
  v.check((value) => Object.keys(value).length <= 50, "Use at most 50 attributes."),
);
export type Attributes = v.InferOutput<typeof attributes>;

/**
 * A visitor's identity. `token`: a JWT (HS256, by one of the surface's secrets) with `sub` and `exp`, optionally
 * `email`, `phone`, `name` and `attrs`. Or `userId` with `hash`, its HMAC-SHA256 in hex. Without either it is what the
 * visitor says.
 */
export const identity = v.strictObject({
  token: v.optional(text(4000)),
  userId: v.optional(title(200)),
  hash: v.optional(text(128)),
  ...saidContactFields,
  name: v.optional(title(120)),
  attrs: v.optional(attributes),
});
export type Identity = v.InferOutput<typeof identity>;

/** What a stranger's page gets to see of an agent: an allow-list, nothing else. */
const takenFiles = v.object({ types: v.array(v.string()), maxBytes: count, maxCount: count });

/** What visitors fill in before their first message. */
const firstForm = v.object({ skillId: id, title: v.string(), fields: v.array(formField) });

export const publicConfiguration = v.object({
  agentId: id,
  name: v.string(),
  icon: v.string(),
  version: v.number(),
  preview: v.boolean(),
  /** What the chat and its page need: how calls sound is the server's, and what is said first comes by itself. */
  settings: v.omit(widgetSettings, [
    "callGreeting",
    "callSpeech",
    "callVoiceService",
    "callVoice",
    "callVoiceModel",
    "proactive",
  ]),
  language: v.string(),
  /** What the agent's model takes beside text; null where it takes none, or the surface does not offer it. */
  attachments: v.nullable(takenFiles),
  /** The recordings that are taken; null where nobody writes them down, or the surface does not offer it. */
  voice: v.nullable(takenFiles),
  /** Speech recognition and synthesis in calls. */
  callSpeech: v.picklist(offeredSpeeches),
  /** Calls show a video avatar: a page of its service, in the frame. */
  hasAvatar: v.boolean(),
  /** Only visitors with a signed identity may write. */
  isIdentityRequired: v.boolean(),
  /** Null where nothing is asked before the first message. */
  form: v.nullable(firstForm),
  /** Whether people of the team are there, by the server's clock. */
  team: v.object({
    isAway: v.boolean(),
    /** When they come next; null where they never do, or no hours are said. */
    opensAt: v.nullable(time),
    /** In how many ms they leave or come within a day; left out where they don't. */
    changes: v.optional(v.array(v.object({ inMs: count, isAway: v.boolean(), opensAt: v.nullable(time) }))),
  }),
  /** What the launcher says, in the visitor's language. */
  launcherWords: v.object({
    open: v.string(),
    openUnread: v.string(),
    waiting: v.string(),
    close: v.string(),
    title: v.string(),
  }),
  /** Where the chat stands as a page of its own, for pages whose policy keeps the frame out; null where there is none. */
  hostedUrl: v.nullable(v.string()),
});
export type PublicConfiguration = v.InferOutput<typeof publicConfiguration>;

/** Why a widget steps aside, in the words of the public API. */
export const unavailableReasons = [
  "bad_token",
  "origin_not_allowed",
  "disabled",
  "plan_limit",
  "server",
] as const;

/**
 * What the frame's document carries in `<script type="application/json" id="frame-document">`, so that the frame needs no
 * request before the visitor types. `origin` is the site around it, null where it is opened by itself, and the text `null` for
 * a page that has no origin or does not say it, where such pages may show the agent.
 */
export interface FrameDocument {
  token: string;
  origin: string | null;
  ticket: string;
  ticketExpiresAt: number;
  configuration: PublicConfiguration | null;
  unavailable: (typeof unavailableReasons)[number] | null;
  /** The site around it is a developer's own machine and not among the allowed domains: the chat says so. */
  isDevelopment: boolean;
  /** On `/p/SLUG`, where the chat is the whole page; null in a frame. */
  hosted: { title: string; description: string } | null;
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

export const getWidget = call({
  family: "console",
  method: "GET",
  path: `${base}/widget`,
  who: { member: "surfaces.read" },
  summary: "Returns the chat widget with its draft settings.",
  answer: data(widgetSurface),
});

export const updateWidget = call({
  family: "console",
  method: "PUT",
  path: `${base}/widget`,
  who: { member: "surfaces.update" },
  audit: "Changed the chat widget",
  summary: "Saves the chat widget: settings as a draft; domains and switches take effect immediately.",
  body: data(
    v.strictObject({
      revision,
      enabled: v.boolean(),
      allowedDomains: v.pipe(v.array(domain), v.maxLength(100)),
      allowsNullOrigin: v.boolean(),
      settings: widgetSettings,
    }),
  ),
  answer: data(widgetSurface),
});

/** Which provider's part of a surface is deleted; 404 where it has none by that name, as the widget and the page never do. */
const deleted = v.object({ ...confirmed.entries, provider: v.optional(text(60)) });

/**
 * Its token belongs to nobody from now on: sites with the old snippet show nothing. Visitors' sessions on them end; what
 * they wrote stays. Look, domains and the draft are a new agent's again, it is off, and has another token to be set up by.
 * How visitors are identified stays, because the hosted page asks for the same.
 */
export const deleteWidget = call({
  family: "console",
  method: "DELETE",
  path: `${base}/widget`,
  who: { member: "surfaces.update" },
  audit: "Deleted the chat widget",
  summary: "Deletes the chat widget and replaces it with a new one, which is off.",
  query: deleted,
  answer: data(widgetSurface),
});

/** The console hands the ticket to the frame in `init`; with it the frame meets the draft for ten minutes. */
export const createPreviewTicket = call({
  family: "console",
  method: "POST",
  path: `${base}/widget/preview-ticket`,
  who: { member: "surfaces.read" },
  audit: false,
  summary: "Returns a ten-minute ticket for previewing the draft.",
  answer: data(v.object({ ticket: v.string(), expiresAt: time })),
});

export const getIdentity = call({
  family: "console",
  method: "GET",
  path: `${base}/widget/identity`,
  who: { member: "surfaces.read" },
  summary: "Returns how visitors are identified, and which secrets sign their identity.",
  answer: data(identitySettings),
});

export const updateIdentity = call({
  family: "console",
  method: "PUT",
  path: `${base}/widget/identity`,
  who: { member: "surfaces.update" },
  audit: "Changed how visitors are identified",
  summary: "Chooses whether visitors must have a signed identity.",
  body: data(v.strictObject({ mode: v.picklist(["optional", "required"]) })),
  answer: data(identitySettings),
});

/** 409 `conflict` where two exist already. */
export const createIdentitySecret = call({
  family: "console",
  method: "POST",
  path: `${base}/widget/identity/secrets`,
  who: { member: "surfaces.update" },
  audit: "Created an identity secret",
  summary: "Creates a secret for signing identities. Only this answer contains it.",
  answer: data(v.object({ secret: v.string(), identity: identitySettings })),
});

export const deleteIdentitySecret = call({
  family: "console",
  method: "DELETE",
  path: `${base}/widget/identity/secrets/{secretId}`,
  who: { member: "surfaces.update" },
  audit: "Deleted an identity secret",
  summary: "Deletes a secret. Identities signed with it are refused.",
  answer: data(identitySettings),
});

/** Checks a token as a visitor's would be checked, without creating anybody. */
export const checkIdentity = call({
  family: "console",
  method: "POST",
  path: `${base}/widget/identity/check`,
  who: { member: "surfaces.read" },
  audit: false,
  summary: "Checks a token: returns its identity, or why it would be refused.",
  body: data(v.strictObject({ token: title(4000) })),
  answer: data(
    v.object({
      /** Null where the token is right. */
      problem: v.nullable(v.string()),
      identity: v.nullable(
        v.object({
          userId: v.string(),
          ...knownContactFields,
          name: v.nullable(v.string()),
          attrs: attributes,
        }),
      ),
    }),
  ),
});

export const getHostedWeb = call({
  family: "console",
  method: "GET",
  path: `${base}/hosted-web`,
  who: { member: "surfaces.read" },
  summary: "Returns the agent's hosted page.",
  answer: data(hostedWebSurface),
});

/** 409 `name_taken` where another agent has the slug. */
export const updateHostedWeb = call({
  family: "console",
  method: "PUT",
  path: `${base}/hosted-web`,
  who: { member: "surfaces.update" },
  audit: "Changed the hosted page",
  summary: "Saves the agent's hosted page. Takes effect immediately.",
  body: data(v.strictObject({ revision, enabled: v.boolean(), slug, settings: hostedWebSettings })),
  answer: data(hostedWebSurface),
});

/** Its address is free for others, and what the agent proposes is in its place; visitors' sessions on it end. */
export const deleteHostedWeb = call({
  family: "console",
  method: "DELETE",
  path: `${base}/hosted-web`,
  who: { member: "surfaces.update" },
  audit: "Deleted the hosted page",
  summary: "Deletes the agent's hosted page with its address.",
  query: deleted,
  answer: data(hostedWebSurface),
});

export const checkPredefinedDomain = call({
  family: "console",
  method: "POST",
  path: `${base}/hosted-web/check-predefined-domain`,
  who: { member: "surfaces.read" },
  audit: false,
  summary: "Returns whether a hosted page's address is free.",
  body: data(v.strictObject({ slug })),
  answer: data(v.object({ isAvailable: v.boolean() })),
});

/** A whole host name, such as `chat.example.com`; other scripts become their form for the domain name system (`xn--`). */
const ownDomain = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253),
  v.regex(/^[^\s/@:?#\\]+$/, domainMessage),
  v.transform((name) => URL.parse(`http://${name}`)?.hostname ?? ""),
  v.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, domainMessage),
);

/** Its records are to be set then, and `validateDns` looks at them. 404 before the page was saved for the first time. */
export const setHostedDomain = call({
  family: "console",
  method: "PUT",
  path: `${base}/hosted-web/domain`,
  who: { member: "surfaces.update" },
  audit: "Changed the hosted page's domain",
  summary: "Sets or removes the hosted page's custom domain.",
  body: data(v.strictObject({ name: v.nullable(ownDomain) })),
  answer: data(hostedWebSurface),
});

/** What the name servers say of a record. `found` is its current value. */
const dnsFinding = v.object({
  type: v.picklist(dnsRecordTypes),
  state: v.picklist(["ok", "missing", "wrong", "unanswered"]),
  found: v.array(v.string()),
  message: v.string(),
});
export type DnsFinding = v.InferOutput<typeof dnsFinding>;

/**
 * A domain whose proof is there answers with the page from then on. 404 where none was named; 409 `name_taken` while
 * another agent's proof is at that domain, too.
 */
export const validateDns = call({
  family: "console",
  method: "POST",
  path: `${base}/hosted-web/validate-dns`,
  who: { member: "surfaces.update" },
  audit: "Checked the hosted page's domain",
  summary: "Checks the DNS records of the hosted page's domain, and enables it if they are right.",
  answer: data(v.object({ surface: hostedWebSurface, findings: v.array(dnsFinding) })),
  answersWithinMs: 30_000,
  limit: "checkPage",
});

/** What was found on a page where the chat should be, with the lines to paste where something is wrong. */
export const doctorReport = v.object({
  url: v.string(),
  checks: v.array(
    v.object({
      name: v.picklist(doctorChecks),
      state: v.picklist(doctorStates),
      message: v.string(),
      lines: v.array(v.string()),
    }),
  ),
});

/** The address is fetched through the egress guard. */
export const checkPage = call({
  family: "console",
  method: "POST",
  path: `${base}/widget/check-page`,
  who: { member: "surfaces.read" },
  audit: false,
  summary: "Checks a page's tag, token, origin and policy.",
  body: data(v.strictObject({ url: webAddress })),
  answer: data(doctorReport),
  limit: "checkPage",
});

/** Settings that only the chat in the frame needs, whose document has them: a page that nobody opens the chat on loads none. */
export const frameOnlySettings = [
  ...(["subtitle", "welcome", "placeholder", "suggestions", "radius", "density", "font"] as const),
  ...(["words", "language", "outsideHours", "isMovable", "hasFeedback", "hasAttachments"] as const),
  ...(["hasVoice", "hasCalls", "recordsCalls", "hasPersonRequest", "hasHistory", "hasTranscript"] as const),
  ...(["hasSound", "consentText", "consentUrl", "links", "imageHosts", "launcherIcon"] as const),
] as const;

/**
 * No credentials; 403 `origin_not_allowed` for a site that is not listed, 404 `bad_token`, 403 `surface_disabled`, 402
 * `plan_limit` where the organization's plan has ended.
 */
export const getPublicConfiguration = call({
  family: "public",
  method: "GET",
  path: "/v1/copilots",
  who: "anyone",
  summary: "Returns the public configuration of a token's surface.",
  query: v.object({
    surface: v.picklist(["widget"]),
    token: text(80),
    /** The page's language, where it says one; else the browser's own counts. */
    locale: v.optional(text(35)),
  }),
  answer: v.object({
    ...publicConfiguration.entries,
    settings: v.object({
      ...v.omit(publicConfiguration.entries.settings, frameOnlySettings).entries,
      /** No launcher, where the owner hides it outside the team's hours. */
      launcher: v.optional(v.literal(false)),
    }),
    /** The launcher's icon, as an SVG path on a grid of 24. */
    launcherPath: v.string(),
    /** What the chat's frame may use (its attribute `allow`). */
    allow: v.string(),
    /** Names the button that takes the questions beside the closed launcher away. */
    dismissLabel: v.string(),
    /**
     * Something is beside the closed launcher, or may come to, or it can be moved; every page waits for this answer, so it says only that.
     */
    speaksFirst: v.optional(v.literal(true)),
    proactive: v.optional(v.array(publicRule)),
    /** Names the button that takes a message beside the closed launcher away. */
    hideMessageLabel: v.optional(v.string()),
    /** Says how the launcher is moved by keyboard; only where it can be. */
    moveLabel: v.optional(v.string()),
  }),
  limit: "publicRead",
});

/** The frame's document carries a ticket; an expired one is renewed for a day as long as its site is still allowed. */
export const renewTicket = call({
  family: "public",
  method: "POST",
  path: "/v1/copilots/ticket",
  who: "anyone",
  summary: "Renews the ticket of a long-open frame.",
  body: v.strictObject({ ticket: text(2000) }),
  answer: v.object({ ticket: v.string(), expiresAt: time }),
  limit: "openSession",
});

/**
 * Made at the first send. The answer's key signs everything after. 401 `identity_required`, `identity_refused` and
 * `identity_expired` where the surface or the identity say so.
 */
export const openChatWidget = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/open-chat-widget",
  who: "anyone",
  summary: "Opens an anonymous session of a visitor with an agent.",
  body: data(
    v.strictObject({
      ticket: text(2000),
      locale: v.optional(text(35)),
      identity: v.optional(identity),
    }),
  ),
  answer: data(
    v.object({
      session: v.object({ id, key: v.string(), time: v.number() }),
      agentId: id,
      contactId: id,
      /** The verified user's id; null for everybody else. */
      userId: v.nullable(v.string()),
    }),
  ),
  limit: "openSession",
});

/**
 * Tells who the visitor of this session is. A verified identity makes an anonymous session that person's, with what they
 * wrote before. 409 `identity_changed` where the session belongs to another verified person: open another one.
 */
export const identifyVisitor = call({
  family: "public",
  method: "POST",
  path: "/v1/copilotapps/{productId}/identity",
  who: "visitor",
  summary: "Identifies a visitor, signed or not.",
  body: data(identity),
  answer: data(v.object({ contactId: id, userId: v.nullable(v.string()) })),
  limit: "publicRead",
  isForUnidentified: true,
});

export const setAttributes = call({
  family: "public",
  method: "PUT",
  path: "/v1/copilotapps/{productId}/attributes",
  who: "visitor",
  summary: "Sets a visitor's attributes. Null removes one.",
  body: data(attributes),
  isForUnidentified: true,
});

export const closeSession = call({
  family: "public",
  method: "DELETE",
  path: "/v1/copilotapps/{productId}/session",
  who: "visitor",
  summary: "Ends a visitor's session.",
  /** How it stands as they leave: `denied` takes back what they agreed to. */
  query: v.object({ consent: v.optional(v.picklist(["granted", "required", "denied"])) }),
  isForUnidentified: true,
});
