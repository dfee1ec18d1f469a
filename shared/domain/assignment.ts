/** Assignment of conversations that ask for a person: none, each member in turn, or the one with the fewest. */
export const assignmentModes = ["off", "turns", "leastBusy"] as const;
export type AssignmentMode = (typeof assignmentModes)[number];

export const assignmentNames: Record<AssignmentMode, string> = {
  off: "No one: conversations wait to be picked up",
  turns: "Each in turn",
  leastBusy: "The member with the fewest",
};

export interface Assignment {
  mode: AssignmentMode;
  /** A user group; null for everybody who may reply. */
  teamId: string | null;
  /** Simultaneous open conversations of members without a number of their own. */
  capacity: number;
  /** How long after a member goes offline their conversations wait for another one; null leaves them theirs. */
  returnAfterMinutes: number | null;
  /** Visitors who wait for a person read how many are before them. */
  tellsPlace: boolean;
}

export const mostCapacity = 500;
export const mostReturnMinutes = 7 * 24 * 60;

export const noAssignment: Assignment = {
  mode: "off",
  teamId: null,
  capacity: 5,
  returnAfterMinutes: null,
  tellsPlace: true,
};

/** Somebody who is online and may be given a conversation. */
export interface Candidate {
  userId: string;
  /** The conversations that they have open, of all agents. */
  open: number;
  capacity: number;
  /** Grows with each conversation that is given; null for who was never given one. */
  turn: number | null;
}

/** Gives who is next; null where nobody has room. Of two with as few conversations it is the one whose turn is longer ago. */
export function chooseAssignee<Somebody extends Candidate>(
  mode: Exclude<AssignmentMode, "off">,
  candidates: readonly Somebody[],
): Somebody | null {
  const [next] = candidates
    .filter(({ open, capacity }) => open < capacity)
    .toSorted((one, other) => (mode === "leastBusy" && one.open - other.open) || byTurn(one, other));
  return next ?? null;
}

function byTurn(one: Candidate, other: Candidate): number {
  const first = (one.turn ?? 0) - (other.turn ?? 0);
  return first || (one.userId < other.userId ? -1 : 1);
}
