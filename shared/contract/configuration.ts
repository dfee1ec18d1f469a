import * as v from "valibot";
import { levelDashboardId, overviewDashboardId } from "../domain/product.ts";
import { families } from "./call.ts";

/**
 * What the server writes into the console's document, so that it knows its installation before the first call: data in
 * a `<script type="application/json">` of this id. Nothing in it is secret. What is not configured is null and not shown.
 */
export const configuration = v.object({
  /** Where each service family lives. */
  services: v.record(v.picklist(families), v.string()),
  /** By the domain: see readEnvironment. */
  environment: v.picklist(["production", "uat", "sit"]),
  /** Whether sign-in, registration and forgotten passwords ask for a solved challenge. */
  captcha: v.boolean(),
  defaultWorkflowTemplateId: v.nullable(v.string()),
  previewTemplateId: v.nullable(v.string()),
  /** The chat widget behind Get Help. */
  supportBotToken: v.nullable(v.string()),
  /** The server of that widget where it is another one than this. */
  supportBotOrigin: v.nullable(v.string()),
  overviewDashboardId: v.string(),
  levelDashboardId: v.string(),
  /** Where Book a Demo leads. */
  meetingUrl: v.nullable(v.string()),
  documentationUrl: v.string(),
  tagManagerId: v.nullable(v.string()),
  /**
   * Sign-in by an OpenID provider. `label` is on its button; `oneTapUrl` is its FedCM configuration, by which the
   * browser may offer sign-in by itself.
   */
  googleSignIn: v.nullable(
    v.object({ label: v.string(), isGoogle: v.boolean(), oneTapUrl: v.nullable(v.string()) }),
  ),
  /** The people who may create an account: only invited people, or everybody who confirms an address. */
  registration: v.picklist(["invitation", "open"]),
  /** The domains whose addresses open registration takes; all where there is none. */
  registrationDomains: v.array(v.string()),
});
export type Configuration = v.InferOutput<typeof configuration>;

export const configurationId = "configuration";

/** Gives the configuration of an installation where nothing is set. */
export function makeConfiguration(): Configuration {
  return {
    services: Object.fromEntries(families.map((family) => [family, `/api/${family}`])),
    environment: "production",
    captcha: false,
    defaultWorkflowTemplateId: null,
    previewTemplateId: null,
    supportBotToken: null,
    supportBotOrigin: null,
    overviewDashboardId,
    levelDashboardId,
    meetingUrl: null,
    documentationUrl: "/api/docs",
    tagManagerId: null,
    googleSignIn: null,
    registration: "invitation",
    registrationDomains: [],
  };
}
