import type { MemberLeft } from "../accounts/changeGroups.ts";
import type { Migrations } from "../database/migrate.ts";
import type { Route } from "../requests/handle.ts";
import type { PageRoute } from "../requests/page.ts";
import type { SocketRoute } from "../requests/socket.ts";
import type { NamedJobKind } from "../jobs/kinds.ts";
import type { AgentPart } from "./parts.ts";

/**
 * What a capability hands to the assembly (server/http/capabilities.ts, leaves.ts). Everything but the name is optional. Capabilities
 * start in the order of the list and stop in reverse, so each can rely on those before it for as long as it runs.
 */
export interface Capability {
  name: string;
  /** Its calls. */
  routes?: readonly Route[];
  /** What it answers outside the contract: documents, files, signed addresses. */
  pages?: readonly PageRoute[];
  /** Where it opens sockets. */
  sockets?: readonly SocketRoute[];
  /** Its share in an agent's life. */
  part?: AgentPart;
  /** The kinds of jobs that it does. */
  jobs?: readonly NamedJobKind[];
  /** Ends what a member has here, in the transaction that ends the membership. */
  memberLeft?: MemberLeft;
  /** Begins what its calls and sockets rely on, in every process; before `start`. */
  serve?(): void | Promise<void>;
  /** Begins the work that no request asks for, in processes that do such work. */
  start?(): void | Promise<void>;
  /** Brings to an end, or hands to another process, what is under way, within this time; requests are still answered. */
  finish?(withinMs: number): Promise<void>;
  /** Ends its work and waits for what is under way, at most this long where it can't be sure of that. */
  stop?(withinMs: number): void | Promise<void>;
}

/** A capability that no other one asks: what makes it, from what, and the steps that create its tables. */
export interface Leaf<Deps> {
  create: (deps: Deps) => Capability;
  migrations?: Migrations;
}
