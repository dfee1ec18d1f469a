import { isJson } from "./resolveReference.ts";

/** Gives the addresses of the first of several lists that has any, with variables filled by their defaults. */
export function readServers(lists: readonly unknown[]): string[] {
  for (const list of lists) {
    const servers = Array.isArray(list) ? list.slice(0, mostServers).flatMap(readServer) : [];
    if (servers.length > 0) return [...new Set(servers)];
  }
  return ["/"];
}

const mostServers = 50;

function readServer(server: unknown): string[] {
  if (!isJson(server) || typeof server.url !== "string") return [];
  const { variables } = server;
  return [
    server.url.slice(0, 2_000).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = isJson(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
      const value = isJson(variable) ? variable.default : undefined;
      return typeof value === "string" || typeof value === "number" ? String(value) : whole;
    }),
  ];
}
