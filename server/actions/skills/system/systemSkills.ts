import type { SystemSkill } from "../../../../shared/contract/skills/systemSkills.ts";
import { booking } from "./booking.ts";
import { bookingSlots } from "./bookingSlots.ts";
import { callback } from "./callback.ts";
import { contactDetails } from "./contactDetails.ts";
import { emailTeam, emailVisitor } from "./email.ts";
import { endConversation } from "./endConversation.ts";
import { handOver } from "./handOver.ts";
import { orderStatus } from "./orderStatus.ts";
import type { SystemSkillText } from "./systemSkill.ts";
import { ticket } from "./ticket.ts";
import { webSearch } from "./webSearch.ts";

/** The system skills in the order of the gallery. A new one is a file in this folder and a row here. */
export const systemSkills: readonly SystemSkill[] = [
  contactDetails,
  callback,
  bookingSlots,
  booking,
  webSearch,
  orderStatus,
  ticket,
  handOver,
  emailTeam,
  emailVisitor,
  endConversation,
].map(toSystemSkill);

function toSystemSkill({ draft, ...about }: SystemSkillText): SystemSkill {
  const id = draft.name;
  return { id, ...about, draft: { ...draft, systemSkillId: id } };
}
