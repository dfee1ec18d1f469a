import { randomBytes, sign } from "node:crypto";
import { startWebServer } from "../network/webServer.ts";
import type { WebServer } from "../network/webServer.ts";

export const snsTopic = "arn:aws:sns:eu-west-1:123456789012:mail";
/** Where Amazon SNS has its certificate, as its messages name it. */
const certificatePath = "/SimpleNotificationService-7ff5318490ec183fbaddaa2a969abfda.pem";
const snsOrigin = "https://sns.eu-west-1.amazonaws.com";

export interface SnsServer extends Pick<WebServer, "origin" | "hits" | "stop"> {
  /** The topics whose subscription was confirmed. */
  confirmed: string[];
}

/** The token of a subscription that waits for its confirmation. */
const snsToken = "2336412f37fb687f5d51e6e2425e";

/** Starts a server that stands in for Amazon SNS: it gives its certificate and takes confirmations with the right token. */
export async function startSnsServer(): Promise<SnsServer> {
  const confirmed: string[] = [];
  const web = await startWebServer((request, response) => {
    const url = new URL(request.url ?? "/", snsOrigin);
    const asked = url.searchParams;
    if (url.pathname === certificatePath) return void response.end(certificate);
    const isRight = asked.get("Action") === "ConfirmSubscription" && asked.get("Token") === snsToken;
    if (!isRight) return void response.writeHead(400).end("<ErrorResponse/>");
    confirmed.push(asked.get("TopicArn") ?? "");
    response.end("<ConfirmSubscriptionResponse/>");
  });
  return { origin: web.origin, hits: web.hits, stop: web.stop, confirmed };
}

interface Publishing {
  type?: "Notification" | "SubscriptionConfirmation";
  message: string;
  atMs: number;
  topic?: string;
  /** Where the message says that its certificate is. */
  origin?: string;
  version?: "1" | "2";
}

/** Gives a message as Amazon SNS posts it, signed. */
export function publish({
  type = "Notification",
  message,
  atMs,
  topic = snsTopic,
  origin = snsOrigin,
  version = "1",
}: Publishing) {
  const isAsking = type === "SubscriptionConfirmation";
  const fields: Record<string, string> = {
    ...{ Message: message, MessageId: randomBytes(16).toString("hex") },
    ...(isAsking && {
      SubscribeURL: `${origin}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=${snsToken}`,
    }),
    Timestamp: new Date(atMs).toISOString(),
    ...(isAsking && { Token: snsToken }),
    ...{ TopicArn: topic, Type: type },
  };
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}\n${value}\n`)
    .join("");
  const signature = sign(version === "1" ? "sha1" : "sha256", Buffer.from(text), key).toString("base64");
  return {
    body: JSON.stringify({
      ...fields,
      ...{ SignatureVersion: version, Signature: signature, SigningCertURL: origin + certificatePath },
    }),
    headers: { "content-type": "text/plain; charset=UTF-8", "x-amz-sns-message-type": type },
  };
}

/** A certificate that signed itself, with its key, in the place of Amazon's: for tests, and trusted by nobody else. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIDGzCCAgOgAwIBAgIULcCsBoDqlHlwo5w1T93Tgqd/GfUwDQYJKoZIhvcNAQEL
BQAwHDEaMBgGA1UEAwwRc25zLmFtYXpvbmF3cy5jb20wIBcNMjYxMjAxMDMwMzIx
WhgPMjEyNjExMDcwMzAzMjFaMBwxGjAYBgNVBAMMEXNucy5hbWF6b25hd3MuY29t
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1FutNJ4hM2Kf83u6kWFs
GgdL+7xdCGk24N9aJ2EOg1N6KSUX1av2VHn3uEI/vPOnaL2yrxATsfmtw4RDxfQg
wZ01ywOBeGrXQfhpi4TrEvRhKodb+xC+uNw2hO9cEx89qC/3QWMTRXcuKbZrlA71
qaB69st6YguU3HHn5Pvu71FiNJA1bOHNAGDfPZuepRudqYoOg4XvaszuJfh4/XcY
+OgxJXBWupo9A/ROm1SQ1ZV/1ycibMfYhrOkQUNUnu8ZyxGftg5dF0t5rc7E7rYq
RsX6Uc/MrGgGHgZzBLIhhdkQFEKhNG72jEnJFKWLFAsbnbm06z8j/AvyaraZi5s2
fwIDAQABo1MwUTAdBgNVHQ4EFgQUl44TH+oDFP6+A7UtbB5VZ3Ma1dEwHwYDVR0j
BBgwFoAUl44TH+oDFP6+A7UtbB5VZ3Ma1dEwDwYDVR0TAQH/BAUwAwEB/zANBgkq
hkiG9w0BAQsFAAOCAQEAubA2NjUYrx/w4iuT0y23gt5R8L912qZKJiORKN8tE9EF
sB+aDORI7L9JRYBTn3HGSD96Ehb1QPIl1GATeRpBbuvgnxCFNxaivlEQKQ+UFpNi
nGKsFN2RLaK+qNDp1QhZMOhAcYVOFHpB4P3PxGbHC6M8CXcZdeDGNHWrnY5buRS6
SJCDunu9lQMAHkxSo1Yt2Vooe4Rs4GGIBzbc2g2s5UfQ8TdAaQIh/QkSB/fWJhdr
hLAhbZShfLgroecfj+qJj1RwHPC9R04AGWzf5m+9zcr+hmSvANo4suGEL/5YqfUu
Ax5bENSlhki0FeWgqNg0ys7/Yh9gszov+pYWJac1UA==
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDUW600niEzYp/z
e7qRYWwaB0v7vF0IaTbg31onYQ6DU3opJRfVq/ZUefe4Qj+886dovbKvEBOx+a3D
hEPF9CDBnTXLA4F4atdB+GmLhOsS9GEqh1v7EL643DaE71wTHz2oL/dBYxNFdy4p
tmuUDvWpoHr2y3piC5Tccefk++7vUWI0kDVs4c0AYN89m56lG52pig6Dhe9qzO4l
+Hj9dxj46DElcFa6mj0D9E6bVJDVlX/XJyJsx9iGs6RBQ1Se7xnLEZ+2Dl0XS3mt
zsTutipGxfpRz8ysaAYeBnMEsiGF2RAUQqE0bvaMSckUpYsUCxudubTrPyP8C/Jq
tpmLmzZ/AgMBAAECggEAZoIAiJNCfI8BniOeSjpIWAIotBJXqE09r+wxFSw9OLiN
khn1OPAC/wFHSns0UE4fhCh5/haZI0LelbAdlQtE2qE8S8zb7RhJ4275597YKLSt
yL1Bcd7B6fNnH+F5RUPB3BOXW8lrDo+6yWjk4jocbO7qHILZh0WG7KjRY1AXpQ52
tz+PWhGmVuLXyX0cA+O85MSeGDaHYtAFmIPDuzQfxY11NbBMZK3clxKK+L4IBgtR
JVihHTS0EFmZe4alM8EWSOG2NCNrjOCS7e/kKS08wnIzM5i/RchS42cADeF1+eu4
VA3CuIY/xN1tPfaBYLbZwpbOCj/75f7b6SKsN3/ccQKBgQD8TlcMPBllpe8mfpHK
9HilbUYcRKMQfVQYhbGi4LB4cwsksFOoXSUXZa7Y2eWmd+mLWPlNyf7YJu8kGkPG
YsAGUQ2ST0OFHcU7ZUc6oobll1TetKszor9hVA3asSVNhkGS2Nnb4pZ/CblLR86K
TbP4hslIjGB4DC4Cm5bRIQYmcQKBgQDXd5vu5LuIqyJFc0a3aXGSnzZfbTiUCjVD
+5ohlZbUsAvOothLIYND/y6gp2mwmWvrjcMn5MAAMx4geC2Mt/exYzhfIjr7xacM
7+jRy6Mg538kfhsYN9keVewOeiVHG0PxjQKRhPbOWrRvnIYFmZfE/HcPVJKD1RNh
3UGnZAoD7wKBgQDaMlHbldoM600ASHODRptTzUXVypIO/6QLtQtjpddXw34+k3M1
5p/eNSTaCs8tgQRra13nJSqM+lbULRax6dLRY6VOA9iLtaxNapAIKGhrA8307+Aj
Prsty8hTeeGdwt7QxVLbc4DdiqZBcW8wcnSTGNXYNPZ0u2vK+42ZfGraMQKBgHN9
sR9DiyGeWShQub7lzfKBVGuh54myTwq5ecw2mjo2gp2nu7fJpspzpVKHaac3FRmV
St2/RwrUW3mb8Q5ULXfvbu/PMT5ymy/cCDcrp6yjaQrubSd2B/Kyq2y3G/QZMTnw
E0hctM224LBSfaPSx/7WNBsLgd0YAOOb7O0EOjoRAoGATHDpSXpJuN6oUPxiMNZo
zhdYnc2I04zPkHqHDw1Jn5ENIGgpd0zhUOmcUfslARjVgm0+6soBEEqBwvgZFxdW
KW2yS2TaPI2vtn37+NOVWmp5H5wh1w7JTd44E36ndEUVrMqzXWrRRj+VgavLqUlZ
Amu2po/ikz6jcq2+Y6Cyj5s=
-----END PRIVATE KEY-----`;
