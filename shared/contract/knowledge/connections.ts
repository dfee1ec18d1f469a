import * as v from "valibot";
import { call } from "../call.ts";
import { data, id, text, time } from "../shapes.ts";
import { connectionProvider, sourceConnection } from "./sourceConnection.ts";

/** An account that the caller has connected. Nobody else chooses with it, and its tokens never leave the server. */
export const connection = v.object({ ...sourceConnection.entries, createdAt: time });
export type Connection = v.InferOutput<typeof connection>;

/** How accounts of a provider can be connected here, and the caller's own. */
export const connecting = v.object({
  /** Whether one signs in at the provider; the settings that are missing for it are named only to administrators. */
  signIn: v.object({ isReady: v.boolean(), missing: v.array(v.string()) }),
  /** Whether a token that the provider gave can be pasted. */
  takesToken: v.boolean(),
  connections: v.array(connection),
});
export type Connecting = v.InferOutput<typeof connecting>;

const writes = { member: "knowledge.update" } as const;
const sources = "/v1/org/{orgId}/copilotapps/{productId}/datasources" as const;
const provider = "/v1.0/org/{orgId}/integrations/connect/{provider}" as const;

export const getConnecting = call({
  family: "organisation",
  method: "GET",
  path: provider,
  who: writes,
  summary: "Returns how accounts of a provider can be connected, and the caller's connected accounts.",
  answer: data(connecting),
  forKeys: "never",
});

/**
 * Sources that were read with it keep what they have and ask to be connected again. Another member's is 404 `not_found`,
 * but for those who may change the organization.
 */
export const removeConnection = call({
  family: "organisation",
  method: "DELETE",
  path: `${provider}/{connectionId}`,
  who: writes,
  audit: "Disconnected an account",
  summary: "Deletes the access to a connected account, by its member or an administrator.",
  forKeys: "never",
});

/**
 * The browser goes to the address that it gives, and comes back to `returnTo` with `connection`, the id of what was
 * connected, or `connectError`. Good once, for this session and in this browser. With `agentId` and `sourceId` that source
 * is read with the new access from then on.
 */
export const getOAuthUrl = call({
  family: "webhooks",
  method: "GET",
  path: "/v1/oauth-url",
  who: writes,
  summary: "Returns the address for authorizing read access to an account at a provider.",
  query: v.object({
    type: connectionProvider,
    returnTo: text(2000),
    agentId: v.optional(id),
    sourceId: v.optional(id),
  }),
  answer: data(v.object({ url: v.string() })),
  limit: "checkKey",
  forKeys: "never",
});

const returned = v.object({
  state: v.optional(text(200)),
  code: v.optional(text(4000)),
  error: v.optional(text(200)),
});

/** The address to be registered at Google. */
export const returnFromGoogle = call({
  family: "webhooks",
  method: "GET",
  path: "/v1/google-token",
  who: "anyone",
  summary: "Receives the browser from Google, and stores the access.",
  query: returned,
  answer: v.object({ location: v.string() }),
  redirects: { onError: "/" },
  limit: "signInByProvider",
});

/** The address to be registered at Notion. */
export const returnFromNotion = call({
  family: "webhooks",
  method: "GET",
  path: "/v1/notion-token",
  who: "anyone",
  summary: "Receives the browser from Notion, and stores the access.",
  query: returned,
  answer: v.object({ location: v.string() }),
  redirects: { onError: "/" },
  limit: "signInByProvider",
});

/** 400 `invalid_input` with the reason where the provider refuses the token. With `sourceId` that source is read with it. */
export const verifyToken = call({
  family: "console",
  method: "POST",
  path: `${sources}/verify-token`,
  who: writes,
  audit: "Connected an account",
  summary: "Checks a provider's token, and stores it encrypted.",
  body: data(
    v.strictObject({
      type: v.literal("notion"),
      token: v.pipe(v.string(), v.trim(), v.minLength(1, "Field is required"), v.maxLength(500)),
      sourceId: v.optional(id),
    }),
  ),
  answer: data(connection),
  limit: "checkKey",
  forKeys: "never",
});

/** No token comes out. A provider that can't be reached now leaves the state as it is. */
export const refreshToken = call({
  family: "console",
  method: "GET",
  path: `${sources}/refresh-token`,
  who: writes,
  summary: "Checks whether an account still gives access, and renews it if it expired.",
  query: v.object({ connectionId: id }),
  answer: data(connection),
  limit: "checkKey",
  forKeys: "never",
});

/** Something at a provider that a source can be made of. */
export const pickable = v.object({
  id: v.string(),
  name: v.string(),
  /** `place` holds others and can't be chosen itself. */
  type: v.picklist(["place", "folder", "file", "page", "database", "dataSource"]),
  /** What it is, in a word or two: "PDF", "Google Doc". */
  what: v.string(),
  modifiedAt: v.nullable(time),
});
export type Pickable = v.InferOutput<typeof pickable>;

const browsing = v.object({
  connectionId: id,
  /** `TYPE:ID` of what was listed: what lies in it. The top where it is left out. */
  inside: v.optional(text(200)),
  search: v.optional(text(200)),
  /** A link or an id that somebody pasted: what it leads to is the only one. */
  link: v.optional(text(2000)),
  cursor: v.optional(text(4000)),
});
const shelf = data(v.object({ items: v.array(pickable), next: v.nullable(v.string()) }));
export type Shelf = v.InferOutput<typeof shelf>["data"];

/** 409 `conflict` where the account is to be connected again. */
export const openGoogleDrivePicker = call({
  family: "webhooks",
  method: "GET",
  path: "/v1/open-google-drive-picker",
  who: writes,
  summary: "Lists folders and files of a Google account that the caller connected.",
  query: browsing,
  answer: shelf,
  forKeys: "never",
});

/** 409 `conflict` where the account is to be connected again. */
export const openNotionPicker = call({
  family: "webhooks",
  method: "GET",
  path: "/v1/open-notion-picker",
  who: writes,
  summary: "Lists pages and databases of a Notion workspace that the caller connected.",
  query: browsing,
  answer: shelf,
  forKeys: "never",
});
