/** Finds the tool that a model means: exactly, or through the prefixes, case and marks that models add. */
export class ToolNames {
  /** The name on the wire → the tool's own. */
  readonly #exact: ReadonlyMap<string, string>;
  readonly #loose: ReadonlyMap<string, string>;

  constructor(names: ReadonlyMap<string, string>) {
    this.#exact = names;
    this.#loose = new Map([...names].map(([wire, name]) => [loose(wire), name]));
  }

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  find(name: string): string | undefined {
    const clean = withoutMarkup(name);
    return (
      this.#exact.get(clean) ??
      this.#loose.get(loose(clean)) ??
      this.#loose.get(loose(withoutNamespace(clean)))
    );
  }

  /** Whether more letters could make it a known name. */
  isStart(name: string): boolean {
    return [...this.#exact.keys()].some(
      (known) => known.length > name.length && known.startsWith(name),
    );
  }

  /** The known name, else what the model said as far as it is a name at all. */
  resolve(name: string): string {
    return this.find(name) ?? (withoutNamespace(withoutMarkup(name)) || 'unknown');
  }
}

/** Control tokens that leak into a name end it: `calc<|channel|>commentary`. */
function withoutMarkup(name: string): string {
  return name.replace(/<[|｜].*$|[<>"'`({\s].*$/s, '').trim();
}

/** `functions.calc`, `functions.calc:0`, `default_api:calc` → `calc`. */
function withoutNamespace(name: string): string {
  return name.replace(/:\d+$/, '').replace(/^.*[.:/]/, '');
}

function loose(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
