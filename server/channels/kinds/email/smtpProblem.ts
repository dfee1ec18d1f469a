import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";

const { name } = channelKinds.email;

/** Says what a mail server answered, as a channel tells it. */
export function describeFailure(error: unknown): ChannelProblem {
  const { code = "", responseCode = 0, command = "" } = (error ?? {}) as SmtpError; // read field by field
  if (responseCode >= 500)
    return new ChannelProblem("message", `The mail server refused this mail (${responseCode}).`);
  if (responseCode >= 400) return new ChannelProblem("later", `The mail server is busy (${responseCode}).`);
  if (code === "EENVELOPE") return new ChannelProblem("message", "The mail server refused the address.");
  if (command === "CONN" || code === "EDNS")
    return new ChannelProblem("later", "The mail server can’t be reached.");
  return new ChannelProblem("unknown", `${name}: the connection to the mail server broke.`);
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}
