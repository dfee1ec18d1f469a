/** What is asked about the open webhook. */
export type Asking = "change" | "rotate" | "remove" | null;
