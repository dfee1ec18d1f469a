/** Something that must work before the server takes requests; throws, or gives false, when it does not. */
export interface Check {
  name: string;
  run(): Promise<boolean | void>;
}

const checkWithinMs = 2000;

/** Answers `/readyz`: 200 when every check passes, else 503; each check by name, and never why, which the log knows. */
export async function answerReadiness(checks: Check[], isLeaving: boolean): Promise<Response> {
  const results = await Promise.all(checks.map(async (check) => [check.name, await passes(check)] as const));
  const ok = !isLeaving && results.every(([, passed]) => passed);
  return Response.json({ ok, checks: Object.fromEntries(results) }, { status: ok ? 200 : 503 });
}

async function passes(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), checkWithinMs)));
  const result = check.run().then(
    (given) => given !== false,
    () => false,
  );
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
