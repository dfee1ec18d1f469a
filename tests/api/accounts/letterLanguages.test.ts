import { afterEach, describe, expect, it, vi } from "vitest";
import { changeEmail, confirmEmail, updateProfile } from "../../../shared/contract/accounts/profile.ts";
import { register } from "../../../shared/contract/accounts/registration.ts";
import { createFirstOwner, forgotPassword } from "../../../shared/contract/accounts/signIn.ts";
import { acceptInvite, inviteMembers, listUserGroups } from "../../../shared/contract/accounts/teams.ts";
import { chatLanguages, directionOf, type ChatLanguage } from "../../../shared/domain/chatLanguages.ts";
import { testPassword, type Member, type Person } from "../../kit/factories.ts";
import { linkIn, readLetter, startMailServer, type MailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const opened: MailServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

async function setUp(store: ReturnType<typeof stores>[number]) {
  const mails = await startMailServer();
  opened.push(mails);
  const server = await startTestServer({
    store,
    registration: { isOpen: true, domains: [] },
    mail: { smtpUrl: mails.url, from: undefined },
  });
  // Accounts are made by everybody once the set-up is closed.
  const first = {
    email: "first@example.com",
    password: testPassword,
    first_name: "First",
    setupToken: server.app.setupToken,
  };
  await server.anyone("127.0.0.1").call(createFirstOwner, { body: first });
  const choose = (person: Person, language: ChatLanguage | null) =>
    server.as(person).call(updateProfile, { body: { language } });
  const receive = async (to: string) => {
    const find = () => mails.letters.findIndex((letter) => letter.to.includes(to));
    await vi.waitFor(() => expect(find()).toBeGreaterThanOrEqual(0), 10_000);
    const [letter] = mails.letters.splice(find(), 1);
    if (!letter) throw new Error("No letter came.");
    return { letter, ...readLetter(letter) };
  };
  return {
    ...{ server, choose, receive },
    async invite(by: Member, email: string, headers: Record<string, string> = {}) {
      const { items } = await server.as(by).call(listUserGroups);
      const data = { emails: [email], groupId: items[0]?._id ?? "" };
      await server.as(by).call(inviteMembers, { query: { source: "copilot" }, body: { data }, headers });
      return receive(email);
    },
  };
}

/** The language and the direction that a letter says it has. */
function lookOf(html: string): [lang: string, dir: string] {
  const [, lang = "", dir = ""] = /<html lang="(\w+)" dir="(\w+)">/.exec(html) ?? [];
  return [lang, dir];
}

describe.each(stores())("mails on $name", (store) => {
  it.each(chatLanguages)("are in %s for users who chose it in their profile", async (language) => {
    const { server, choose, receive, invite } = await setUp(store);
    const owner = await server.createOwner("Harbour");
    const { email } = owner.user;
    await choose(owner, language);
    const look = [language, directionOf(language)];
    await server.anyone().call(forgotPassword, { body: { email } });
    const password = await receive(email);
    expect(lookOf(password.html)).toEqual(look);
    expect(linkIn(password.letter).pathname).toBe("/auth/set-password");

    // An invitation speaks the language of who sends it, and so does the news that it was accepted.
    const invitation = await invite(owner, "ben@example.com");
    expect(lookOf(invitation.html)).toEqual(look);
    expect(invitation.subject.replace(/[\u2068\u2069]/g, "")).toContain("Harbour");
    const token = linkIn(invitation.letter).searchParams.get("token") ?? "";
    const ben = await server.createPerson({ email: "ben@example.com" });
    await server.as(ben).call(acceptInvite, { params: { token } });
    expect(lookOf((await receive(email)).html)).toEqual(look);

    const body = { email: "new@example.com", currentPassword: testPassword };
    await server.as(owner).call(changeEmail, { body });
    const code = await receive("new@example.com");
    expect(lookOf(code.html)).toEqual(look);
    await server.as(owner).call(confirmEmail, { body: { code: readCode(code.text) } });
    expect(lookOf((await receive(email)).html)).toEqual(look);
  });

  it("are in the browser's language for users without a choice, and for people without an account", async () => {
    const { server, choose, receive, invite } = await setUp(store);
    const owner = await server.createOwner();
    const { email } = owner.user;
    const headers = { "accept-language": "nl, fr;q=0.4, pt-BR;q=0.8, de;q=0" };
    await server.anyone().call(forgotPassword, { body: { email }, headers });
    expect(lookOf((await receive(email)).html)).toEqual(["pt", "ltr"]);
    expect(lookOf((await invite(owner, "ben@example.com", headers)).html)).toEqual(["pt", "ltr"]);
    const fresh = { email: "eva@example.com", password: testPassword, first_name: "Eva" };
    await server.anyone().call(register, { body: fresh, headers });
    expect(lookOf((await receive("eva@example.com")).html)).toEqual(["pt", "ltr"]);
    // Whoever has an account hears of another try in their own.
    await choose(owner, "ar");
    await server.anyone().call(register, { body: { ...fresh, email }, headers });
    expect(lookOf((await receive(email)).html)).toEqual(["ar", "rtl"]);
  });
});

function readCode(text: string): string {
  return /^ {4}(\d{6})\r?$/m.exec(text)?.[1] ?? "";
}
