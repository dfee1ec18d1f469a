import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { fill } from "../../shared/words/language.ts";
import { sayInCards } from "../session/cardWords.ts";
import { chat } from "../session/state.ts";
import { describeReturn } from "./describeReturn.ts";

/** Says outside the team's hours when people are back, above the input of a conversation that has not begun. */
export function AwayLine(): ReactNode {
  const { configuration } = useSnapshot(chat);
  const { opensAt = null } = configuration?.team ?? {};
  const words = sayInCards();
  return (
    <p role="status" data-tone="calm">
      {opensAt === null ? words.teamIsOut : fill(words.teamIsBack, { time: describeReturn(opensAt) })}
    </p>
  );
}
