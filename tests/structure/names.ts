/** The capabilities of the product: one name each, the same in contract, server and console. */
export const capabilities = [
  "accounts",
  "agents",
  "knowledge",
  "models",
  "actions",
  "answering",
  "conversations",
  "evaluation",
  "playground",
  "notifications",
  "workflows",
  "notifications",
  "webhooks",
  "surfaces",
  "billing",
  "analytics",
  "trial",
  "learning",
];

/** Server folders that serve every capability and are none. */
export const serverGround = [
  "http",
  "door",
  "storage",
  "mail",
  "live",
  "jobs",
  "egress",
  "database",
  "timing",
];

/** Gives why a capability's folder or file may not be called so; null when it may. */
export function judgeName(path: string): string | null {
  const [top, second = "", third = ""] = path.split("/");
  const advice = `; a capability has one name everywhere: ${capabilities.join(", ")}`;
  if (top === "server" && third && ![...capabilities, ...serverGround].includes(second)) {
    return `server/${second} is neither a capability nor ground${advice}`;
  }
  if (
    top === "console" &&
    second === "screens" &&
    path.split("/").length > 3 &&
    !capabilities.includes(third)
  ) {
    return `console/screens/${third} is no capability${advice}`;
  }
  return null;
}
