/**
 * The kinds of skills. A new kind is a row here, a configuration in the contract, and a folder in server and screens.
 */
export const skillKinds = {
  http: "Request to an API",
  client: "Code on your website",
  code: "Calculation on this server",
  form: "Form for the visitor",
  email: "E-mail",
  search: "Web search",
  handover: "Hand over to your team",
  end: "End of the conversation",
} as const;

/**
 * What running it may do. `read` changes nothing and runs immediately; `write` waits for the visitor's confirmation,
 * `approval` for a member's.
 */
export const skillRisks = {
  read: "Only reads",
  write: "Changes something: the visitor confirms",
  approval: "Changes something: your team approves",
} as const;
export type SkillRisk = keyof typeof skillRisks;

/** What the site has signed of a verified visitor and can fill an input. No model sees such an input, no visitor writes it. */
export const visitorValues = {
  userId: "User ID",
  email: "E-mail",
  phone: "Phone number",
  attribute: "Attribute",
} as const;
export type VisitorValue = keyof typeof visitorValues;

/** What the site has signed of a visitor; null where it did not. */
export interface SignedVisitor {
  userId: string | null;
  email: string | null;
  phone: string | null;
  attributes: Readonly<Record<string, string | number | boolean>>;
}

/** The signed value that fills an input; null where the site has signed none. */
export function readSigned(
  { from, attribute }: { from: VisitorValue | null; attribute?: string | undefined },
  signed: SignedVisitor,
): string | number | boolean | null {
  if (from === null) return null;
  if (from !== "attribute") return signed[from] || null;
  const value = Object.hasOwn(signed.attributes, attribute ?? "") ? signed.attributes[attribute ?? ""] : null;
  return value === undefined || value === "" ? null : value;
}

/**
 * The web searches that a skill can ask; `key` where one is needed, `address` that of a server of one's own. `model`: the
 * agent's model has a provider that searches.
 */
export const searchEngines = {
  searxng: { name: "SearXNG", needs: "address" },
  brave: { name: "Brave Search", needs: "key" },
  tavily: { name: "Tavily", needs: "key" },
  provider: { name: "Your model's provider", needs: "model" },
} as const;
export type SearchEngine = keyof typeof searchEngines;
export const keyedEngines = ["brave", "tavily"] as const satisfies readonly SearchEngine[];
export type KeyedEngine = (typeof keyedEngines)[number];
/** The input of a web search: what is searched for. */
export const searchInput = "query";
export const maxSearchEngines = 4;
export const maxSearchSites = 20;

/** What ready-made skills are for. */
export const systemSkillCategories = {
  leads: "Leads",
  bookings: "Bookings",
  search: "Web search",
  orders: "Orders",
  support: "Support",
} as const;
export type SystemSkillCategory = keyof typeof systemSkillCategories;

export const maxSkills = 100;
export const maxExamples = 10;
/** The skill's name as models know it. */
export const skillName = /^[A-Za-z0-9_-]{1,64}$/;
/** Headers that are set when a request is sent, so that nobody may write them. */
export const reservedHeader =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-.*|expect)$/i;
/** How long a visitor's confirmation is valid; a member's is for longer. */
export const confirmableForMs = 24 * 60 * 60_000;
export const approvableForMs = 7 * 24 * 60 * 60_000;
/**
 * Within how long the visitor's page takes up what it is to do; what the team approved also at the visitor's next
 * visit.
 */
export const takenUpWithinMs = 10 * 60_000;
/** How many characters of JSON may come back from the visitor's page. */
export const maxPageResult = 16_000;

export const skillMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type SkillMethod = (typeof skillMethods)[number];

/** What a request with this method does unless its owner says otherwise. */
export function riskOf(method: SkillMethod): SkillRisk {
  return method === "GET" ? "read" : "write";
}

/** Whom an e-mail goes to: the address that the site has signed of the visitor, or one of the team's. */
export const mailReceivers = {
  team: "An address of your team",
  visitor: "The verified visitor",
} as const;
export type MailReceiver = keyof typeof mailReceivers;

/** The names of inputs that stand in braces in a text of a skill: `{{order}}`. */
export function listPlaceholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g)].map(([, name]) => name ?? "");
}
