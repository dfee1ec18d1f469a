/** "Environment derived from domain: production, uat, sit" (specification 9). */
export type Environment = "production" | "uat" | "sit";

/** Gives the environment that a host's name says: `uat.example.com`, `agents-sit.example.com`; else production. */
export function readEnvironment(hostname: string): Environment {
  const words = hostname.toLowerCase().split(/[.-]/);
  if (words.includes("uat")) return "uat";
  return words.includes("sit") ? "sit" : "production";
}
