import type { ConnectedConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { AccessLost, ProviderFault } from "./faults.ts";
import type { Visitor } from "./visitor.ts";
import { ParseError } from "../parsing/ParseError.ts";
import type { Looking } from "../preprocess/looking.ts";

/** Looks what would be taken of what somebody chose at a provider. */
export async function lookAtConnected(looking: Looking, config: ConnectedConfig): Promise<void> {
  const { connected, organizationId, findings, signal, now } = looking;
  try {
    const access = await connected.openFor(organizationId, config, signal);
    const { items, maxItems, kind } = config;
    const walk = { access, items, only: null, maxItems, visitor: createVisitor(looking), signal, now };
    await connected.providers[kind].walk(walk);
  } catch (error) {
    signal.throwIfAborted();
    const isTold =
      error instanceof AccessLost || error instanceof ProviderFault || error instanceof EgressError;
    if (!isTold) throw error;
    findings.note(error.message);
  }
}

function createVisitor(looking: Looking): Visitor {
  const { findings, parser } = looking;
  return {
    setFound: async (count) => findings.setFound(count),
    keepKnown: async () => null,
    async take({ title, url, name, contentType, kind, bytes }) {
      const place = { name: title, url };
      try {
        const document = await parser.parse({ name, contentType, bytes, ...(kind && { kind }) }, looking);
        findings.take(place, { ...document });
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        findings.refuse(place, "unreadable", error.message);
      }
    },
    refuse: async ({ title, url }, reason) => findings.refuse({ name: title, url }, "unreadable", reason),
    leaveOut: async ({ title, url }, reason) => findings.refuse({ name: title, url }, "leftOut", reason),
    note: async (message) => findings.note(message),
  };
}
