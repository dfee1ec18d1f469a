/** One piece of work as metrics and traces name it: names from short lists only. */
export type Work =
  | { kind: "request"; method: string }
  | { kind: "answer" }
  | { kind: "model"; provider: string; model: string }
  | { kind: "job"; name: string };

/** What is known of a piece of work when it ends; whoever does it writes it here. */
export interface Told {
  /** The route's own path. */
  route?: string;
  status?: number;
  requestId?: string;
  provider?: string;
  model?: string;
  outcome?: string;
  tokensIn?: number | null;
  tokensOut?: number | null;
  firstMs?: number | null;
}

/** A piece of work that has ended. */
export interface Ended {
  work: Work;
  told: Told;
  ms: number;
  hasFailed: boolean;
}

/** One of those who are told of work. */
export interface Sink {
  /** Does the work with what this one keeps around it. */
  around?<Result>(work: Work, told: Told, act: () => Promise<Result>): Promise<Result>;
  ended?(ended: Ended): void;
  statement?(statement: Statement): void;
  streams?(change: 1 | -1): void;
  stop?(): Promise<void>;
}

/** A statement that the database has done: its text has marks in place of values. */
export interface Statement {
  sql: string;
  ms: number;
  way: "write" | "read";
}
