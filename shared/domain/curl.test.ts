import { describe, expect, it } from "vitest";
import { buildCurlRequest } from "./buildCurlRequest.ts";
import { readCurl } from "./curl.ts";

/** Method, address, headers and body as they are sent, in short. */
function send(command: string) {
  const read = readCurl(command);
  if ("problem" in read) return read.problem;
  const { method, url, headers, body } = buildCurlRequest(read.request, "B");
  return [method, url, ...headers.map((header) => header.join(": ")), body && new TextDecoder().decode(body)];
}

function read(command: string) {
  const result = readCurl(command);
  if ("problem" in result) throw new Error(result.problem);
  return result;
}

const url = "http://x.test/";
const encoded = "Content-Type: application/x-www-form-urlencoded";

describe("a curl command", () => {
  it("gives method, address, headers, query, body with its type, and sign-in", () => {
    const auth = "-H 'Authorization: Bearer t'";
    expect(readCurl(`curl 'x.test/a?q=1&r' ${auth} -H 'Content-Type: text/plain' -d hi`)).toEqual({
      request: {
        method: "POST",
        url: "http://x.test/a",
        headers: [{ name: "Content-Type", value: "text/plain" }],
        query: [
          { name: "q", value: "1" },
          { name: "r", value: null },
        ],
        auth: { type: "bearer", token: "t" },
        bodyType: "raw",
        body: "hi",
      },
      warnings: [],
    });
  });

  it.each([
    ["is a GET by itself", "curl x.test", ["GET", url, null]],
    ["is a POST with data", "curl x.test -d a=1 -d 'b=2'", ["POST", url, encoded, "a=1&b=2"]],
    ["keeps a method that it names", "curl -XPUT x.test -da=1", ["PUT", url, encoded, "a=1"]],
    ["is a HEAD with -I", "curl -sI x.test", ["HEAD", url, null]],
    [
      "puts data into the address with -G",
      "curl -G 'x.test?q=1' --data-urlencode 'a=b c&d'",
      ["GET", `${url}?q=1&a=b+c%26d`, null],
    ],
    [
      "joins JSON without a separator",
      "curl --json '[1,' --json '2]' x.test",
      ["POST", url, "Content-Type: application/json", "Accept: application/json", "[1,2]"],
    ],
    [
      "sends form fields as multipart",
      `curl x.test -F 'a=1;type=text/plain' --form-string 'b=@c;d'`,
      [
        "POST",
        url,
        "Content-Type: multipart/form-data; boundary=B",
        '--B\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain\r\n\r\n1\r\n--B\r\nContent-Disposition: form-data; name="b"\r\n\r\n@c;d\r\n--B--\r\n',
      ],
    ],
    [
      "reads flags for agent, referrer and cookies",
      "curl -A me -e http://r/ -b a=1 x.test",
      ["GET", url, "User-Agent: me", "Referer: http://r/", "Cookie: a=1", null],
    ],
    ["lets a header replace curl's own", "curl x.test -d 1 -H 'Content-Type:'", ["POST", url, "1"]],
    [
      "keeps the address as it is written",
      "curl -g 'x.test/%7e/a?b[]=%2f&c&d=#e'",
      ["GET", `${url}%7e/a?b[]=%2f&c&d=`, null],
    ],
    ["takes cut names of flags", "curl x.test --data-ur 'a= '", ["POST", url, encoded, "a=+"]],
  ])("sends what curl would: it %s", (_, command, request) => {
    expect(send(command)).toEqual(request);
  });

  it.each([
    ["single and double quotation marks", `curl "x.test" -d 'a"b'"'c'\\"\\$d"`, `a"b'c'"$d`],
    ["$'…' with escapes and bytes", String.raw`curl x.test -d $'a\'\n\x41\u00e4\xc3\xa4'`, "a'\nAää"],
    ["lines that go on", "$ curl x.test \\\n  -d 'a\nb'", "a\nb"],
    [
      "the Windows command line, as Chrome writes it",
      'curl ^"http://x.test/^" ^\r\n  -H ^"a: b^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":^\\^"1 ^% ^& 2^\\^"^\r\n\r\n^}^"',
      '{"a":"1 % & 2"\n}',
    ],
    [
      "the Windows command line in quotation marks",
      String.raw`curl "x.test" --request POST ^
 --data-raw "^a""b\\"`,
      '^a"b\\',
    ],
    ["PowerShell", "curl.exe x.test `\n  -d 'it''s' `\n -d \"a`\"b\"", `it's&a"b`],
  ])("is read from %s", (_, command, body) => {
    expect(read(command).request.body).toBe(body);
  });

  it.each([
    ["Bearer", "-H 'Authorization: Bearer t'", { type: "bearer", token: "t" }],
    ["Basic", "-H 'authorization: Basic dTpwOnE='", { type: "basic", username: "u", password: "p:q" }],
    ["-u", "-u 'ü:p'", { type: "basic", username: "ü", password: "p" }],
    ["another scheme", "-H 'Authorization: Token t'", { type: "none" }],
  ])("signs in with %s", (_, flags, auth) => {
    const { request, warnings } = read(`curl x.test ${flags}`);
    expect([request.auth, warnings]).toEqual([auth, []]);
  });

  it.each(["%%%", "bm9jb2xvbg==", "dTpw=="])("falls back to no sign-in for Basic %s, and says so", (text) => {
    const { request, warnings } = read(`curl x.test -H 'Authorization: Basic ${text}'`);
    expect(request).toMatchObject({ auth: { type: "none" }, headers: [] });
    expect(warnings).toEqual([expect.stringContaining("can't be decoded")]);
  });

  it.each([
    ["-k", "-k"],
    ["--digest -u a:b", "--digest"],
    ["--no-such-flag", "--no-such-flag"],
    ["--next y.test", "--next"],
    ["y.test", "several addresses"],
    ['-H "A: $TOKEN"', "$TOKEN"],
    ["-b cookies.txt", "-b"],
    ["-e a&b=2", "outside of quotation marks"],
    ["-X patch", "PATCH"],
    ["\n-d 1", "A line begins with a flag"],
    ["-e r \\ \n-I", "spaces after"],
    ["-d 1 -e http://r/<id>", "quotation marks"],
    ["| curl y.test", "several curl commands"],
  ])("warns of %s", (flags, words) => {
    expect(read(`curl x.test ${flags}`).warnings.join(" ")).toContain(words);
  });

  it.each([
    ["-X TRACE", "Method not allowed"],
    ["-d @file", "reads a file"],
    ["-F a=@file", "sends a file"],
    ["-T file", "sends a file"],
    ["-H @file", "reads a file"],
    ["-K file", "from a file"],
    ["-H $'A: b\\nC: d'", "line break"],
    ["-d 'open", "not closed"],
    ["-d `id`", "another command"],
    ["-d", "needs a value"],
    ["-I -d 1", "different methods"],
  ])("is refused with %s", (flags, words) => {
    expect(send(`curl x.test ${flags}`)).toContain(words);
  });

  it.each([
    ["", "Paste"],
    ["wget x.test", "begins with curl"],
    ["curl", "no address"],
    ["curl ftp://x.test", "http"],
    ["curl 'x.test/{1,2}'", "several requests"],
    ["Invoke-WebRequest -Uri x.test", "PowerShell"],
  ])("that is %j is refused", (command, words) => {
    expect(send(command)).toContain(words);
  });
});
