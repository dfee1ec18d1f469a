import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, vi } from "vitest";
import { defaultWidgetSettings } from "../../../shared/contract/surfaces/widgetDefaults.ts";
import { makeAgent } from "../console/openConsole.tsx";

/** What the page that creates an agent, of something or of another one, asks and is answered. */
export const apps = "/api/console/v1/org/o1/copilotapps";
export const createPage = "/accounts/o1/create-ai-agent";
export const created = makeAgent({ id: "a2", name: "Harbour Kayaks" });
/** The chat widget of the agent that is there already. */
export const widget = {
  ...{ type: "widget", token: "w1", enabled: true, allowedDomains: [], allowsNullOrigin: false },
  settings: defaultWidgetSettings("Harbour Help"),
  ...{ revision: 1, savedBy: null, lastSeen: null },
};
/** An import as the server reads it. */
export const summary = {
  ...{ exportId: "e1", title: "Other", description: "", category: "other", icon: "bot", author: "" },
  ...{ surfaces: null, knowledge: null, conflicts: [], missing: [], placeholders: [], testCases: 0 },
  configuration: { ...makeAgent().configuration, description: "Quite another purpose." },
};

/** Each test of a file begins with nothing kept. */
export function forgetBetweenTests(): void {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
}

export const field = (name: string | RegExp) => screen.findByRole("textbox", { name });
export const type = async (name: string | RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
export const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
