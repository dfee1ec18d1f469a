/** What the table of conversations can show beside the visitor, in the order in which it is at first. */
export const tableColumns = [
  "message",
  "unread",
  "activity",
  "status",
  "answers",
  "priority",
  "labels",
  "due",
  "waiting",
  "rating",
  "resolution",
  "surface",
  "created",
] as const;
export type TableColumn = (typeof tableColumns)[number];

/** How close its rows stand. */
export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];
