/** A document at a provider, without what it says. */
export interface Place {
  /** What names it within its source. */
  key: string;
  /** Where people open it. */
  url: string | null;
  title: string;
}

/** What a document says. */
export interface Content extends Place {
  /** File name, for telling the kind. */
  name: string;
  contentType: string;
  /** What the provider knows it to be. */
  kind?: "markdown";
  bytes: Uint8Array;
  /** The same while nothing of it changes there. */
  stamp: string;
  /** Where it leads, for the next time when it is not read. */
  links: readonly string[];
}

/** What happens to what a walk comes across: a sync keeps it, a look tells of it. */
export interface Visitor {
  setFound(count: number): Promise<void>;
  /** Gives where a document leads that is here as it is there, and keeps it; null for one that is to be read. */
  keepKnown(key: string, stamp: string): Promise<readonly string[] | null>;
  take(content: Content): Promise<void>;
  /** It can't be read, for this reason: what was read of it before stays. */
  refuse(place: Place, reason: string): Promise<void>;
  /** It is of no kind that is read. */
  leaveOut(place: Place, reason: string): Promise<void>;
  /** What limits or the provider left out, in a sentence. */
  note(message: string): Promise<void>;
}
