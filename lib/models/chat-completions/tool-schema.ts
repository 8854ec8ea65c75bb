type Schema = Record<string, unknown>;

/** How often a reference may lead into itself before it is cut. */
const MAX_DEPTH = 3;
const DROPPED = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  '$anchor',
  '$dynamicAnchor',
]);

/**
 * A JSON schema of a tool's input in the subset that strict servers take: an object at the top, without
 * references, combinators at the top, lists of types or enums of anything but text. What is lost only
 * guides the model; the input is checked against the tool's own schema.
 */
export function plainSchema(schema: unknown): Schema {
  const root = isSchema(schema) ? schema : {};
  const clean = withoutCombinators(plain(root, root, []));
  const properties = isSchema(clean.properties) ? clean.properties : {};
  return { ...clean, type: 'object', properties, ...requiredOf(clean, properties) };
}

function plain(node: Schema, root: Schema, path: readonly string[]): Schema {
  if (typeof node.$ref === 'string') return reference(node, node.$ref, root, path);
  const clean: Schema = {};
  for (const [key, value] of Object.entries(node)) {
    if (DROPPED.has(key)) continue;
    if (key === 'properties' && isSchema(value))
      clean.properties = mapValues(value, (each) => child(each, root, path));
    else if (Array.isArray(value) && /^(anyOf|oneOf|allOf|prefixItems)$/.test(key))
      clean[key] = value.map((each) => child(each, root, path));
    else if (isSchema(value) && /^(items|additionalProperties|not|contains)$/.test(key))
      clean[key] = child(value, root, path);
    else clean[key] = value;
  }
  return withPlainEnum(withPlainType(clean));
}

function child(value: unknown, root: Schema, path: readonly string[]): unknown {
  return isSchema(value) ? plain(value, root, path) : value === true ? {} : value;
}

function reference(node: Schema, ref: string, root: Schema, path: readonly string[]): Schema {
  const target = ref === '#' ? root : lookUp(root, ref);
  const { $ref: _, ...beside } = node;
  if (!target || path.filter((seen) => seen === ref).length >= MAX_DEPTH) {
    return { type: 'object', ...plain(beside, root, path) };
  }
  return { ...plain(target, root, [...path, ref]), ...plain(beside, root, path) };
}

function lookUp(root: Schema, ref: string): Schema | undefined {
  if (!ref.startsWith('#/')) return undefined;
  const steps = ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>(
    (at, step) => (isSchema(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    root,
  );
  return isSchema(found) ? found : undefined;
}

function withPlainType(node: Schema): Schema {
  const listed = Array.isArray(node.type)
    ? (node.type.find((type) => type !== 'null') ?? 'string')
    : node.type;
  const type = listed ?? (isSchema(node.properties) ? 'object' : undefined);
  const { type: _, properties, required, ...rest } = node;
  const clean: Schema = type === undefined ? rest : { type, ...rest };
  if (type !== 'object') return clean;
  const known = isSchema(properties) ? properties : {};
  return { ...clean, properties: known, ...requiredOf({ required }, known) };
}

/** An enum of numbers or the like goes into the description: strict servers take texts only. */
function withPlainEnum(node: Schema): Schema {
  const { const: only, ...rest } = node;
  const values = Array.isArray(node.enum) ? node.enum : 'const' in node ? [only] : undefined;
  if (!values) return node;
  const texts = values.filter((value) => value !== null);
  if (texts.every((value) => typeof value === 'string')) return { ...rest, enum: texts };
  const { enum: _, ...open } = rest;
  const choices = `One of: ${texts.map((value) => JSON.stringify(value)).join(', ')}.`;
  return { ...open, description: [node.description, choices].filter(Boolean).join(' ') };
}

/** One object in the place of several at the top: all their fields; required is what each of them requires. */
function withoutCombinators(schema: Schema): Schema {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const all = listOf(allOf).map(withoutCombinators);
  const any = [...listOf(anyOf), ...listOf(oneOf)].map(withoutCombinators);
  if (all.length + any.length === 0) return rest;
  const properties = Object.assign({}, ...[rest, ...all, ...any].map((each) => each.properties));
  const required = [...requiredNames(rest), ...all.flatMap(requiredNames)];
  const [first, ...others] = any.map(requiredNames);
  const shared = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  return { ...rest, properties, required: [...new Set([...required, ...shared])] };
}

function requiredOf(schema: Schema, properties: Schema): Schema {
  const names = requiredNames(schema).filter((name) => Object.hasOwn(properties, name));
  return names.length > 0 ? { required: names } : { required: undefined };
}

function requiredNames(schema: Schema): string[] {
  return Array.isArray(schema.required)
    ? schema.required.filter((name) => typeof name === 'string')
    : [];
}

function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(object: Schema, change: (value: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
