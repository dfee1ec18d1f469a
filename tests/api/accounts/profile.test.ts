import { afterEach, describe, expect, it, vi } from "vitest";
import { getProfile } from "../../../shared/contract/accounts/accounts.ts";
import {
  changeEmail,
  confirmEmail,
  keepEmail,
  removePicture,
  resendEmailCode,
  setPicture,
  updateProfile,
} from "../../../shared/contract/accounts/profile.ts";
import {
  endOtherSessions,
  listSessions,
  loginWithPassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import { acceptInvite, inviteMembers, listUserGroups } from "../../../shared/contract/accounts/teams.ts";
import { testPassword } from "../../kit/factories.ts";
import type { Member, Person } from "../../kit/factories.ts";
import { codeIn, linkIn, startMailServer, type MailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

/** One dot. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const opened: MailServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

async function setUp(store: ReturnType<typeof stores>[number], { hasMail = true } = {}) {
  const mails = await startMailServer();
  opened.push(mails);
  const server = await startTestServer({
    store,
    mail: { smtpUrl: hasMail ? mails.url : undefined, from: undefined },
  });
  return {
    ...{ server, mails },
    read: async (person: Person) => (await server.as(person).call(getProfile)).data,
    async readLetter(to: string) {
      const find = () => mails.letters.findIndex((letter) => letter.to.includes(to));
      await vi.waitFor(() => expect(find()).toBeGreaterThanOrEqual(0), 5000);
      const [letter] = mails.letters.splice(find(), 1);
      if (!letter) throw new Error("No letter came.");
      return letter;
    },
    async errorOf(response: Response) {
      const { error } = await response.json();
      return { status: response.status, code: error.code };
    },
    /** Sends a file as the console does, and gives its id. */
    async upload(member: Member, bytes: Buffer, contentType = "image/png") {
      const data = { name: "me.png", contentType, sizeBytes: bytes.byteLength };
      const target = await server.as(member).call(initUpload, { body: { data } });
      const { method, url, fields: headers } = target;
      const sent = await server.request(url, { method, headers, body: new Uint8Array(bytes) });
      expect(sent.status).toBe(204);
      return { organizationId: member.organizationId, fileId: target.fileId };
    },
  };
}

describe.each(stores())("the profile on $name", (store) => {
  it("changes name and preferences independently", async () => {
    const { server, read } = await setUp(store);
    const person = await server.createPerson();
    const change = (body: object) => server.as(person).call(updateProfile, { body });
    await change({ first_name: " Ana ", last_name: "Lima" });
    await change({ timeZone: "America/Sao_Paulo" });
    await change({ dateFormat: "yearFirst", mailsOnAccept: false });
    expect(await read(person)).toMatchObject({
      ...{ first_name: "Ana", last_name: "Lima", timeZone: "America/Sao_Paulo" },
      ...{ dateFormat: "yearFirst", mailsOnAccept: false, hasPassword: true, secondFactor: null },
    });
    await change({ timeZone: null, dateFormat: null });
    expect(await read(person)).toMatchObject({ first_name: "Ana", timeZone: null, dateFormat: null });
  });

  it.each([
    [{ first_name: "" }, "first_name", "Field is required"],
    [{ timeZone: "Mars/Olympus" }, "timeZone", "Invalid data"],
  ])("refuses %j with the specification's words", async (body, field, message) => {
    const { server } = await setUp(store);
    const response = await server.as(await server.createPerson()).send(updateProfile, { body });
    const { error } = await response.json();
    expect(error).toMatchObject({ code: "invalid_input", fields: [{ path: `body.${field}`, message }] });
  });

  it("B4: refuses fields that users can't set themselves", async () => {
    const { server, read } = await setUp(store);
    const person = await server.createPerson();
    for (const body of [{ isSuperAdmin: true }, { email: "x@example.com" }, { profile_pic_url: "//evil" }]) {
      const response = await server.as(person).send(updateProfile, { body: body as object });
      expect(response.status).toBe(400);
    }
    expect(await read(person)).toMatchObject({ isSuperAdmin: false, profile_pic_url: null });
  });

  it("accepts an uploaded picture, serves it only with its own type, and removes it", async () => {
    const { server, upload, read } = await setUp(store);
    const owner = await server.createOwner();
    // What it is called counts for nothing.
    const file = await upload(owner, png, "text/html");
    const { data } = await server.as(owner).call(setPicture, { body: file });
    const url = data.profile_pic_url ?? "";
    const picture = await server.request(url);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(picture.headers.get("content-security-policy")).toBe(
      "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(picture.headers.get("x-content-type-options")).toBe("nosniff");
    const left = await server.store.db.selectFrom("files").select("id").execute();
    expect(left).toEqual([]);
    await server.as(owner).call(removePicture);
    expect((await read(owner)).profile_pic_url).toBeNull();
    expect((await server.request(url)).status).toBe(404);
  });

  it.each([
    ["no picture", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>")],
    ["too large", Buffer.concat([png, Buffer.alloc(1024 * 1024)])],
  ])("refuses a file that is %s, and keeps the earlier picture", async (_, bytes) => {
    const { server, upload, read, errorOf } = await setUp(store);
    const owner = await server.createOwner();
    const { data } = await server.as(owner).call(setPicture, { body: await upload(owner, png) });
    const response = await server.as(owner).send(setPicture, { body: await upload(owner, bytes) });
    expect(await errorOf(response)).toEqual({ status: 422, code: "picture_refused" });
    expect((await read(owner)).profile_pic_url).toBe(data.profile_pic_url);
  });

  it("B12: refuses another user's file, of this organization or another", async () => {
    const { server, upload, errorOf } = await setUp(store);
    const [owner, foreign] = [await server.createOwner(), await server.createOwner()];
    const colleague = await server.createMember(owner.organizationId, "support");
    const missing = { status: 404, code: "not_found" };
    for (const file of [await upload(owner, png), await upload(foreign, png)]) {
      const response = await server.as(colleague).send(setPicture, { body: file });
      expect(await errorOf(response)).toEqual(missing);
    }
    const mine = await upload(colleague, png);
    const other = { ...mine, organizationId: foreign.organizationId };
    expect(await errorOf(await server.as(colleague).send(setPicture, { body: other }))).toEqual(missing);
    expect((await server.as(colleague).send(setPicture, { body: mine })).status).toBe(200);
  });

  it("changes the address after the code from the new one, and tells the old one", async () => {
    const { server, read, readLetter } = await setUp(store);
    const person = await server.createPerson();
    const client = server.as(person);
    const body = { email: " New@Example.com", currentPassword: testPassword };
    const { data } = await client.call(changeEmail, { body });
    expect(data.sent).toMatchObject({ email: "new@example.com" });
    expect(data.profile).toMatchObject({ email: person.user.email, newEmail: { email: "new@example.com" } });
    const code = codeIn(await readLetter("new@example.com"));
    await client.call(confirmEmail, { body: { code } });
    expect(await read(person)).toMatchObject({ email: "new@example.com", newEmail: null });
    expect((await readLetter(person.user.email)).source).toContain("new@example.com");
    const login = (email: string) =>
      server.anyone().send(loginWithPassword, { body: { email, password: testPassword } });
    expect([(await login(person.user.email)).status, (await login("new@example.com")).status]).toEqual([
      401, 200,
    ]);
  });

  it("D3: answers a request for a new address alike, whether somebody has it or not", async () => {
    const { server, mails, errorOf } = await setUp(store);
    const [person, other] = [await server.createPerson(), await server.createPerson()];
    const ask = async (email: string) => {
      const { data } = await server.as(person).call(changeEmail, { body: { email } });
      return Object.keys(data.sent ?? {});
    };
    expect(await ask("free@example.com")).toEqual(await ask(other.user.email));
    await vi.waitFor(() => expect(mails.letters).toHaveLength(2), 5000);
    const letter = mails.letters.find(({ to }) => to.includes(other.user.email));
    expect(letter && codeIn(letter)).toBe("");
    const confirm = await server.as(person).send(confirmEmail, { body: { code: "123456" } });
    expect(await errorOf(confirm)).toEqual({ status: 403, code: "code_wrong" });
  });

  it("requires the password for a new address, and can cancel the change", async () => {
    const { server, read, errorOf, readLetter } = await setUp(store);
    const person = await server.createPerson();
    const client = server.as(person);
    server.clock.advance(11 * 60_000);
    const send = (currentPassword?: string) =>
      client.send(changeEmail, { body: { email: "new@example.com", currentPassword } });
    const needed = { status: 403, code: "password_needed" };
    expect([await errorOf(await send()), await errorOf(await send("wrong"))]).toEqual([needed, needed]);
    expect((await send(testPassword)).status).toBe(200);
    const code = codeIn(await readLetter("new@example.com"));
    expect((await client.send(resendEmailCode)).status).toBe(429);
    expect((await client.call(keepEmail)).data.newEmail).toBeNull();
    const late = await client.send(confirmEmail, { body: { code } });
    expect(await errorOf(late)).toEqual({ status: 403, code: "code_elsewhere" });
    expect((await read(person)).email).toBe(person.user.email);
  });

  it("changes the address at once without a mail server, with the password, and as unverified", async () => {
    const { server, read, errorOf } = await setUp(store, { hasMail: false });
    const [person, other] = [await server.createPerson(), await server.createPerson()];
    const send = (email: string, currentPassword?: string) =>
      server.as(person).send(changeEmail, { body: { email, currentPassword } });
    expect(await errorOf(await send("new@example.com"))).toEqual({ status: 403, code: "password_needed" });
    expect((await send("new@example.com", testPassword)).status).toBe(200);
    expect(await read(person)).toMatchObject({ email: "new@example.com", emailVerifiedAt: null });
    const taken = await send(other.user.email, testPassword);
    expect(await errorOf(taken)).toEqual({ status: 409, code: "name_taken" });
  });

  it("D9: ends all other sessions at once, and describes each", async () => {
    const { server } = await setUp(store);
    const person = await server.createPerson();
    const body = { email: person.user.email, password: testPassword };
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    await server.anyone().call(loginWithPassword, { body, headers: { "user-agent": agent } });
    const list = async () => (await server.as(person).call(listSessions)).items;
    expect((await list()).map(({ device }) => device)).toContain("Firefox on Linux");
    await server.as(person).call(endOtherSessions);
    expect(await list()).toMatchObject([{ isCurrent: true }]);
  });

  it("mails an inviter that somebody joined, unless they turned that off", async () => {
    const { server, mails, readLetter } = await setUp(store);
    const owner = await server.createOwner("Harbour Bikes");
    const { items } = await server.as(owner).call(listUserGroups);
    const invite = async (person: Person) => {
      const data = { emails: [person.user.email], groupId: items[0]?._id ?? "" };
      await server.as(owner).call(inviteMembers, { query: { source: "copilot" }, body: { data } });
      const token = linkIn(await readLetter(person.user.email)).searchParams.get("token") ?? "";
      await server.as(person).call(acceptInvite, { params: { token } });
    };
    await invite(await server.createPerson({ firstName: "Ben", lastName: "Ito" }));
    expect((await readLetter(owner.user.email)).source).toContain("Subject: Ben Ito joined Harbour Bikes");
    await server.as(owner).call(updateProfile, { body: { mailsOnAccept: false } });
    await invite(await server.createPerson());
    const posted = await server.store.db
      .selectFrom("jobs")
      .select("state")
      .where("kind", "=", "mail")
      .execute();
    expect(posted).toHaveLength(3);
    expect(mails.letters).toEqual([]);
  });
});
