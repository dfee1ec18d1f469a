import { listCollections } from "../../../shared/contract/collections/collections.ts";
import { listAssignees } from "../../../shared/contract/conversations/inbox/assignees.ts";
import { listLabels } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  listEventsAndOperations,
  listIntegrations,
} from "../../../shared/contract/integrations/integrations.ts";
import { listSkills } from "../../../shared/contract/skills/skills.ts";
import { listWorkflows } from "../../../shared/contract/workflows/workflows.ts";
import { client } from "../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

interface Named {
  id: string;
  name: string;
}

/** What steps of an agent's workflows can refer to. */
export interface StepChoices {
  skills: { name: string; title: string; inputs: { id: string; label: string }[] }[];
  collections: { name: string; columns: string[] }[];
  workflows: Named[];
  labels: string[];
  members: Named[];
  teams: Named[];
  /** Connections whose service sends events, with the events that are known of it. */
  connections: { name: string; events: { type: string; words: string }[] }[];
}

/** They are read once a visit of the editor. */
export const stepChoices = createResource<Of<StepChoices>>();

export function loadStepChoices({ orgId, agentId }: AgentPlace): Promise<void> {
  resetUnlessOf(stepChoices, agentId);
  const params = { orgId, productId: agentId };
  const query = { limit: 100 };
  return load(stepChoices, async () => {
    const [skills, collections, workflows, labels, assignees, connected, services] = await Promise.all([
      client.call(listSkills, { params, query }),
      client.call(listCollections, { params, query }),
      client.call(listWorkflows, { params: { orgId }, query: { agentId, ...query } }),
      client.call(listLabels, { params }),
      client.call(listAssignees, { params }),
      client.call(listIntegrations, { params, query }),
      client.call(listEventsAndOperations, { params, query: {} }),
    ]);
    return {
      of: agentId,
      skills: skills.items.map(({ name, title, inputs }) => ({
        ...{ name, title },
        inputs: inputs.map(({ id, label }) => ({ id, label })),
      })),
      collections: collections.items.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => column.name),
      })),
      workflows: workflows.items.map(({ id, name }) => ({ id, name })),
      labels: labels.data.map(({ name }) => name),
      members: assignees.data.people.map(({ id, name }) => ({ id, name })),
      teams: assignees.data.teams,
      connections: connected.items.flatMap(({ name, provider }) => {
        const events = services.data.find(({ id }) => id === provider)?.events;
        return events ? [{ name, events: events.types }] : [];
      }),
    };
  });
}
