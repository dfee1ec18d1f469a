import type {
  EmailConfig,
  HttpConfig,
  SearchConfig,
  SkillInput,
} from "../../../../shared/contract/skills/skills.ts";
import { searchInput } from "../../../../shared/domain/skills.ts";
import type { SkillRisk } from "../../../../shared/domain/skills.ts";
import { unfilledAddress } from "./systemSkill.ts";
import { AppError } from "../../../../shared/errors/errors.ts";

/** Refuses a request that still has what a system skill leaves to its owner. */
export function refuseUnfilled(config: HttpConfig, at: string): void {
  const fields = Object.entries(listTexts(config)).flatMap(([name, text]) => {
    const message = findUnfilled(name, text);
    return message === null ? [] : [{ path: `${at}.${name}`, message }];
  });
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
}

/** Refuses a mail that goes to nobody's address, or that nobody would be asked about. */
export function refuseMail({ to }: EmailConfig, risk: SkillRisk): void {
  const at = "body.data.config.to.address";
  const fields = [
    ...(to.who === "team" && to.address === unfilledAddress
      ? [{ path: at, message: "Enter your own address." }]
      : []),
    ...(risk === "read"
      ? [{ path: "body.data.risk", message: "E-mails need a confirmation or an approval." }]
      : []),
  ];
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
}

/** Refuses a web search that asks nobody's server, or that has nothing to search for. */
export function refuseSearch({ engines }: SearchConfig, inputs: readonly SkillInput[], at: string): void {
  const isAsked = inputs.some(({ id, type, from }) => id === searchInput && type === "text" && from === null);
  const fields = engines.flatMap((engine, index) => {
    const message = engine.engine === "searxng" ? findUnfilled("url", engine.url) : null;
    return message === null ? [] : [{ path: `${at}.config.engines.${index}.url`, message }];
  });
  if (!isAsked)
    fields.push({
      path: `${at}.inputs`,
      message: `Add a text input called ${searchInput}: what to search for.`,
    });
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
}

function findUnfilled(name: string, text: string): string | null {
  if (name === "url" && /^https?:\/\/example\.com(?![^/?#:])/i.test(text)) return "Enter your own address.";
  const [mark] = /\bYOUR_[A-Z_]*[A-Z]/.exec(text) ?? [];
  return mark === undefined ? null : `Replace ${mark} with your own.`;
}

function listTexts({ url, query, headers, body, auth }: HttpConfig): Record<string, string> {
  return {
    ...{ url, body },
    ...(auth.type === "basic" && { "auth.username": auth.username }),
    ...Object.fromEntries(query.map(({ value }, at) => [`query.${at}.value`, value])),
    ...Object.fromEntries(headers.map(({ value }, at) => [`headers.${at}.value`, value])),
  };
}
