import { describe, expect, it } from "vitest";
import { vetIdentity } from "../../../embed/vet.ts";
import { identifyVisitor } from "../../../shared/contract/surfaces/surfaces.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

/** What pages say of visitors, and what the embed leaves out of it. */
const said: [object, string[]][] = [
  [{ name: "Ada", email: "ada@example.com", phone: "+49 (30) 1234-567" }, []],
  [{ name: " Ada ", attrs: { plan: "pro", seats: 3, paid: true, note: null } }, []],
  [{ name: null, email: "a@example.com" }, ["name"]],
  [{ name: "Ada", email: "n/a" }, ["email"]],
  [{ name: "Ada", email: "ada@localhost", phone: "030 1234" }, ["email", "phone"]],
  [{ name: "Ada", plan: "pro" }, ["plan"]],
  [{ name: "x".repeat(300) }, ["name"]],
  [
    { name: "", attrs: { company: { name: "x" }, long: "y".repeat(501), count: NaN } },
    ["name", "attrs.company", "attrs.long", "attrs.count"],
  ],
  [{ name: "Ada", attrs: "none" }, ["attrs"]],
  [{ email: { $ne: 1 }, phone: 4930123456 }, ["email", "phone"]],
];

describe.each(stores())("unusual identities from pages, on $name", (store) => {
  it("are accepted by the server as far as the embed keeps them, and no further", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner);
    const visitor = await server.createVisitor(owner, agent.id);
    const tell = (data: object) =>
      server.as(visitor).send(identifyVisitor, { params: { productId: agent.id }, body: { data } as never });
    for (const [given, left] of said) {
      const { kept, ignored } = vetIdentity(given);
      const isWhole = left.length === 0;
      expect([given, ignored]).toEqual([given, left]);
      expect([given, (await tell(kept)).status, (await tell(given)).ok]).toEqual([given, 200, isWhole]);
    }
  });
});
