/** Puts a mark in place of what looks like a key, a token or a password that somebody typed into a text. */
export function hideSecrets(text: string): string {
  return secrets.reduce((hidden, pattern) => hidden.replace(pattern, "[secret]"), text);
}

const secrets = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Signed tokens of three parts.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  // Keys that say whose they are: sk-…, pk_live_…, ghp_…, xoxb-…, AKIA…, AIza…
  /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|ph)[-_][\w-]{12,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b|\bAIza[\w-]{20,}/g,
  /(?<=\bBearer\s)[\w.~+/-]{12,}=*/gi,
  /(?<=\/\/[^\s/:@]{1,100}:)[^\s/@]{1,200}(?=@)/g,
  /(?<=\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)\s{0,3}[:=]\s{0,3})["']?[^\s"',;]{6,}/gi,
];
