import { attachmentTypeOf, isAudioType } from "../../../shared/domain/attachments.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import type { ConversationDeps, VisitorOffers } from "../deps.ts";

type Deps = Pick<ConversationDeps, "findOffers">;
type Visiting = Pick<VisitorCaller, "organizationId" | "agentId" | "preview">;

/** Refuses to wait for a person where the chat offers none. */
export async function refuseUnofferedHandoff({ findOffers }: Deps, visitor: Visiting): Promise<void> {
  if (!(await findOffers(visitor)).person) throw new AppError("person_refused");
}

/** Refuses a message for later where the chat takes none. */
export async function refuseUnofferedForm({ findOffers }: Deps, visitor: Visiting): Promise<void> {
  if (!(await findOffers(visitor)).offlineForm) throw new AppError("offline_form_refused");
}

/** Refuses what a visitor thinks where the chat takes no ratings. */
export async function refuseUntakenFeedback({ findOffers }: Deps, visitor: Visiting): Promise<void> {
  if (!(await findOffers(visitor)).feedback) throw new AppError("feedback_refused");
}

/** Refuses a visitor's file where the chat, or the agent's model, takes none of its kind. */
export async function refuseUntakenFile(
  { findOffers }: Deps,
  visitor: Visiting,
  file: Parameters<typeof attachmentTypeOf>[0],
): Promise<void> {
  const offers = await findOffers(visitor);
  const isRecording = isAudioType(attachmentTypeOf(file) ?? "");
  const why = isRecording ? await whyNoRecordings(offers) : await offers.whyNoAttachments();
  if (why !== null) throw new AppError("attachments_refused", { message: why });
}

async function whyNoRecordings({ voice }: VisitorOffers): Promise<string | null> {
  return (await voice()) ? null : "This agent does not accept recordings.";
}
