import { env } from '#lib/env';
import { allSecrets } from '#lib/models/connections/connections';
import { mapTexts, redact, secretsOfHeaders } from '#lib/redact';

/** What keys of well-known services look like, wherever they come from. */
const KEYS = [
  /(?<![\w-])sk-(?=[\w-]*\d)[\w-]{16,}/g,
  /\b[sr]k_(?:live|test)_\w{16,}/g,
  /(?<![\w-])(?:gh[pousr]_|github_pat_|glpat-)[\w-]{16,}/g,
  /\b(?:hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36})/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /(?<=\b(?:Bearer|Basic) )[\w.~+/-]{16,}=*/gi,
  // The password of an address.
  /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]{0,100}:)[^\s/]{1,200}(?=@)/gi,
];

/** A JSON value without the secrets of this server, and without what looks like anybody's key. */
export async function withoutSecrets<Value>(value: Value): Promise<Value> {
  const { secret, mcpServers } = env();
  const known = [
    ...(await allSecrets()),
    ...Object.values(mcpServers).flatMap(({ headers }) => secretsOfHeaders(headers)),
    ...(secret ? [secret] : []),
  ];
  return mapTexts(redact(value, known), hideKeys) as Value;
}

/** A text without what looks like a key. */
export function hideKeys(text: string): string {
  return KEYS.reduce((clean, key) => clean.replace(key, '[hidden]'), text);
}
