/**
 * What server and screens must both know of a kind of data source. The rest is in the kind's own folder on each side.
 */
interface SourceKindFacts {
  /** What people call it. */
  label: string;
  /** It may say something else tomorrow without anybody having touched it: it takes a schedule and a webhook. */
  readsOutside?: true;
  /** What it would take can be shown before it is added. */
  hasPreview?: true;
  /** A single page of it can be read again on the screens. */
  rereadsPages?: true;
  /** It is read with somebody's account at a provider. */
  usesAccount?: true;
  /** People type what it says: reading it asks nobody anything. */
  isTyped?: true;
  /** Programs push what it says; nothing is fetched for it. */
  isPushed?: true;
}

/** The kinds of data sources, in the order in which they are offered. */
export const sourceKinds = {
  website: { label: "Website", readsOutside: true, hasPreview: true, rereadsPages: true },
  feed: { label: "Feed", readsOutside: true, hasPreview: true, rereadsPages: true },
  files: { label: "Files", hasPreview: true, rereadsPages: true },
  text: { label: "Text", isTyped: true },
  qa: { label: "Q&A", isTyped: true },
  googleDrive: { label: "Google Drive", readsOutside: true, hasPreview: true, usesAccount: true },
  notion: { label: "Notion", readsOutside: true, hasPreview: true, usesAccount: true },
  documents: { label: "Documents API", isPushed: true },
  sample: { label: "Sample" },
} as const satisfies Record<string, SourceKindFacts>;

export type SourceKind = keyof typeof sourceKinds;
type YesOrNo = Exclude<keyof SourceKindFacts, "label">;

/** The kinds of which something holds. */
export type SourceKindWith<Fact extends YesOrNo> = {
  [K in SourceKind]: (typeof sourceKinds)[K] extends Record<Fact, true> ? K : never;
}[SourceKind];

/** All kinds, in the order in which they are offered. */
export const sourceKindList = Object.keys(sourceKinds) as SourceKind[]; // its keys are they

/** Tells whether a word is the name of a kind. */
export function isSourceKind(word: string): word is SourceKind {
  return Object.hasOwn(sourceKinds, word);
}

/** Tells whether something holds of a kind; of a kind that nobody knows nothing holds. */
export function kindHas<Fact extends YesOrNo>(kind: string, fact: Fact): kind is SourceKindWith<Fact> {
  return isSourceKind(kind) && factsOf(kind)[fact] === true;
}

function factsOf(kind: SourceKind): SourceKindFacts {
  return sourceKinds[kind];
}

/** The kinds that are read with somebody's account, which are the providers of accounts, too. */
export const accountKinds = listKindsWith("usesAccount");

function listKindsWith<Fact extends YesOrNo>(fact: Fact): SourceKindWith<Fact>[] {
  return sourceKindList.filter((kind): kind is SourceKindWith<Fact> => kindHas(kind, fact));
}
