interface SignExample {
  value: string;
  label: string;
  code: string;
}

/** How a server signs who a visitor is, in what comes with each language. `PILOTHOUSE_SECRET` is one of the secrets. */
export const signExamples: readonly SignExample[] = [
  {
    value: "node",
    label: "Node",
    code: `import { createHmac } from "node:crypto";

export function signVisitor(user) {
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: String(user.id), email: user.email, name: user.name, exp };
  const unsigned = encode({ alg: "HS256", typ: "JWT" }) + "." + encode(claims);
  const hmac = createHmac("sha256", process.env.PILOTHOUSE_SECRET).update(unsigned);
  return unsigned + "." + hmac.digest("base64url");
}`,
  },
  {
    value: "python",
    label: "Python",
    code: `import base64, hashlib, hmac, json, os, time

def encode(part):
    return base64.urlsafe_b64encode(part).rstrip(b"=")

def sign_visitor(user):
    claims = {"sub": str(user["id"]), "email": user["email"], "name": user["name"],
              "exp": int(time.time()) + 3600}
    parts = [{"alg": "HS256", "typ": "JWT"}, claims]
    unsigned = b".".join(encode(json.dumps(part).encode()) for part in parts)
    secret = os.environ["PILOTHOUSE_SECRET"].encode()
    signature = hmac.new(secret, unsigned, hashlib.sha256).digest()
    return (unsigned + b"." + encode(signature)).decode()`,
  },
  {
    value: "php",
    label: "PHP",
    code: `function encode(string $part): string {
    return rtrim(strtr(base64_encode($part), '+/', '-_'), '=');
}

function sign_visitor(array $user): string {
    $claims = ['sub' => (string) $user['id'], 'email' => $user['email'],
               'name' => $user['name'], 'exp' => time() + 3600];
    $unsigned = encode('{"alg":"HS256","typ":"JWT"}') . '.' . encode(json_encode($claims));
    $signature = hash_hmac('sha256', $unsigned, getenv('PILOTHOUSE_SECRET'), true);
    return $unsigned . '.' . encode($signature);
}`,
  },
  {
    value: "ruby",
    label: "Ruby",
    code: `require "base64"
require "json"
require "openssl"

def encode(part)
  Base64.urlsafe_encode64(part, padding: false)
end

def sign_visitor(user)
  claims = { sub: user[:id].to_s, email: user[:email], name: user[:name],
             exp: Time.now.to_i + 3600 }
  unsigned = [{ alg: "HS256", typ: "JWT" }, claims].map { |part| encode(part.to_json) }.join(".")
  signature = OpenSSL::HMAC.digest("SHA256", ENV.fetch("PILOTHOUSE_SECRET"), unsigned)
  "#{unsigned}.#{encode(signature)}"
end`,
  },
];

/** What the page does with the token, and with the visitor who signs out. */
export const pageExample = `// The token comes from your server, for the user who is signed in.
await Pilothouse.identify({ token });

// A fresh one when it has run out.
Pilothouse.update({ onTokenExpired: async () => (await fetch("/chat-token")).text() });

// When the user signs out.
await Pilothouse.logout();`;
