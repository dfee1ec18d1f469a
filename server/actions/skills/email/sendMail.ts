import type { EmailConfig } from "../../../../shared/contract/skills/skills.ts";
import type { FormValues } from "../../../../shared/domain/forms.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Store } from "../../../database/store.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Limits } from "../../../requests/limits.ts";
import { unfilledAddress } from "../system/systemSkill.ts";
import type { SkillOutcome } from "../http/sendRequest.ts";
import { writeMail } from "./writeMail.ts";

export interface MailDeps {
  store: Store;
  mail: Pick<Mail, "isConfigured" | "send">;
  limits: Pick<Limits, "take">;
  report: (error: unknown) => void;
}

interface Mailing extends AgentKey {
  config: EmailConfig;
  inputs: FormValues;
  /** The visitor in whose conversation it is sent; null where there is none. */
  contactId: string | null;
}

/** Sends a mail once. What goes wrong is in the outcome. */
export async function sendMail(
  { store, mail, limits, report }: MailDeps,
  { config, inputs, contactId, organizationId, agentId }: Mailing,
): Promise<SkillOutcome> {
  if (!mail.isConfigured)
    return failed("This installation has no mail server. Its operator can set SMTP_URL.");
  const { to } = config;
  const address =
    to.who === "team" ? to.address : await findSignedAddress(store, { organizationId, agentId, contactId });
  if (address === unfilledAddress) return failed("Enter the address of your team in the action.");
  if (!address) return failed("The visitor's e-mail address is not signed by the site.");
  try {
    limits.take("mailByAgent", agentId);
  } catch (error) {
    if (error instanceof AppError) return failed("Too many e-mails were sent. Try again in a few minutes.");
    throw error;
  }
  const { shown, ...letter } = writeMail(config, { to: address, inputs });
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  try {
    await mail.send(letter);
    const picked = "The e-mail was handed to the mail server.";
    return { request: shown, response: null, picked, data: inputs, error: null, ms: ms() };
  } catch (error) {
    report(error);
    return { ...failed("The mail server did not take the e-mail."), request: shown, ms: ms() };
  }
}

/** What a visitor says of themself is nobody's address: mails go to what their site has signed. */
async function findSignedAddress(
  store: Store,
  { organizationId, agentId, contactId }: AgentKey & Pick<Mailing, "contactId">,
): Promise<string | null> {
  const contact = await store.db
    .selectFrom("contacts")
    .select("signedEmail")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", contactId ?? "")
    .where("verified", "=", 1)
    .executeTakeFirst();
  return contact?.signedEmail ?? null;
}

function failed(error: string): SkillOutcome {
  return { request: null, response: null, picked: null, data: null, error, ms: 0 };
}
