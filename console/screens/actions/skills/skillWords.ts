import type { RunState, Skill } from "../../../../shared/contract/skills/skills.ts";
import type { SkillRisk } from "../../../../shared/domain/skills.ts";
import type { BadgeTone } from "../../../../shared/ui/Badge.tsx";
import { describeCount, describeNumber } from "../../../parts/describeNumber.ts";

interface Words {
  label: string;
  tone: BadgeTone;
}

/** The short mark of a risk; `skillRisks` has its sentence. */
export const riskWords: Record<SkillRisk, Words> = {
  read: { label: "Only reads", tone: "neutral" },
  write: { label: "Visitor confirms", tone: "accent" },
  approval: { label: "Team approves", tone: "warning" },
};

export const runWords: Record<RunState, Words> = {
  waiting: { label: "Waiting", tone: "accent" },
  running: { label: "Running", tone: "accent" },
  done: { label: "Done", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  declined: { label: "Declined", tone: "neutral" },
  expired: { label: "Expired", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
  unknown: { label: "Outcome unknown", tone: "warning" },
};

/** `GET api.example.com`, `Form`, or where else it runs. */
export function describeTarget(
  config: { kind: keyof typeof targets } | { kind: "http"; method: string; url: string },
): string {
  if (config.kind === "http") return `${config.method} ${hostOf(config.url)}`;
  return targets[config.kind];
}

const targets = {
  code: "Calculation",
  form: "Form",
  client: "Your website",
  email: "E-mail",
  search: "Web search",
  handover: "Handover",
  end: "Conversation",
};

function hostOf(url: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? url;
}

/** What was counted in the last seven days; nothing where nothing was. */
export function describeUse({ uses, failures }: Pick<Skill, "uses" | "failures">) {
  return {
    uses: uses > 0 ? `${describeCount(uses, "use")} this week` : "",
    failures: failures > 0 ? `${describeNumber(failures)} failed` : "",
  };
}
