/**
 * Whom a path is for: `anyone`; a signed-in `person`; the `owner` of the server; who may see the `chat` or the
 * chat of the `run` that it names; who may also `manage` that chat. A `new-chat` may be one that is not there yet.
 */
export type Need = 'anyone' | 'person' | 'owner' | 'chat' | 'new-chat' | 'manage' | 'run';

interface Rule {
  need: Need;
  /** The group is the id of the chat or run. */
  path: RegExp;
  /** All of them when absent. */
  methods?: readonly string[];
}

/** The first that matches holds. What none of them names needs a signed-in person. */
const RULES: readonly Rule[] = [
  { need: 'anyone', path: /^\/(sign-in|setup|favicon\.svg)$/ },
  { need: 'anyone', path: /^\/_next\/static\// },
  { need: 'anyone', path: /^\/(invite\/[^/]+|s\/.+)$/ },
  { need: 'anyone', path: /^\/api\/access\/(sign-in|setup|join)$/, methods: ['POST'] },
  { need: 'anyone', path: /^\/api\/health$/, methods: ['GET'] },
  { need: 'anyone', path: /^\/api\/share\/[^/]+$/, methods: ['GET'] },

  { need: 'person', path: /^\/api\/access\/sign-out$/ },
  { need: 'owner', path: /^\/api\/access\// },
  { need: 'owner', path: /^\/settings$/ },
  { need: 'owner', path: /^\/api\/connections(\/|$)/ },
  { need: 'person', path: /^\/api\/models$/, methods: ['GET'] },
  { need: 'owner', path: /^\/api\/models(\/|$)/ },

  // The page itself does not find a chat of somebody else: only it can answer with Next's page for that.
  { need: 'person', path: /^\/c\// },
  { need: 'new-chat', path: /^\/api\/chat\/([^/]+)\/feed$/, methods: ['GET'] },
  { need: 'manage', path: /^\/api\/chat\/([^/]+)$/, methods: ['PATCH', 'DELETE'] },
  { need: 'chat', path: /^\/api\/chat\/([^/]+)\/share$/, methods: ['GET'] },
  { need: 'manage', path: /^\/api\/chat\/([^/]+)\/share$/ },
  { need: 'chat', path: /^\/api\/chat\/([^/]+)(\/|$)/ },
  { need: 'run', path: /^\/api\/runs\/([^/]+)(\/|$)/ },
];

/** Whom a request is for, and the id of the chat or run that its path names. */
export function needOf(method: string, path: string): { need: Need; id?: string } {
  // Next answers HEAD with the handler of GET, and ignores a slash at the end.
  const verb = method === 'HEAD' ? 'GET' : method;
  const plain = path.replace(/(?<=.)\/+$/, '');
  for (const { need, path: pattern, methods } of RULES) {
    const match = pattern.exec(plain);
    if (!match || (methods && !methods.includes(verb))) continue;
    const named = ['chat', 'new-chat', 'manage', 'run'].includes(need);
    return named && match[1] !== undefined ? { need, id: match[1] } : { need };
  }
  return { need: 'person' };
}
