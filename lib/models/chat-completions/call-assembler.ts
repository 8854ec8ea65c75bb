import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { JsonScan } from './json-scan.ts';
import type { CallPiece } from './read-payload.ts';
import type { ToolNames } from './tool-names.ts';
import { parse } from './written-args.ts';

/** Characters of arguments after which a call without an id is shown all the same. */
const PATIENCE = 2000;

interface Call {
  key: string;
  index: number | undefined;
  id: string | undefined;
  name: string;
  args: string;
  scan: JsonScan;
  /** What of `args` was not emitted, and how many characters were. */
  unsent: string;
  sent: number;
  started: boolean;
  thoughtSignature?: string;
}

/**
 * Puts calls together from their pieces. Servers leave out index or id, repeat or split names, use one
 * index for all calls, or send an id late; a call starts to show once its name is known.
 */
export class CallAssembler {
  readonly #names: ToolNames;
  readonly #newId: () => string;
  readonly #calls: Call[] = [];

  constructor(names: ToolNames, newId: () => string) {
    this.#names = names;
    this.#newId = newId;
  }

  get count(): number {
    return this.#calls.length;
  }

  /** Whether there are calls, and the arguments of each are whole. */
  get complete(): boolean {
    return (
      this.#calls.length > 0 &&
      this.#calls.every((call) => call.name && parse(call.args) !== undefined)
    );
  }

  push(piece: CallPiece): LanguageModelV4StreamPart[] {
    const call = this.#find(piece) ?? this.#open(piece);
    if (piece.id && !call.started) call.id ??= piece.id;
    if (piece.name) call.name = this.#joinName(call.name, piece.name);
    if (piece.args) takeArgs(call, piece);
    call.thoughtSignature ??= piece.thoughtSignature;
    // An id may come late, and what was shown under another one could not be renamed; an empty object
    // may stand where the arguments are to come.
    const shown =
      call.started ||
      ((call.id !== undefined || call.args.length > PATIENCE) && this.#names.has(call.name));
    return call.args && shown && !isEmpty(call) ? this.#emit(call) : [];
  }

  /** The model has finished (`cut`: at its output limit): every call is handed over whole. A piece that never got a name is none. */
  end(cut: boolean): LanguageModelV4StreamPart[] {
    return this.#calls
      .filter((call) => call.name)
      .flatMap((call): LanguageModelV4StreamPart[] => {
        const parts = this.#emit(call);
        const id = call.key;
        const toolName = this.#names.resolve(call.name);
        return [
          ...parts,
          { type: 'tool-input-end', id },
          {
            type: 'tool-call',
            toolCallId: id,
            toolName,
            input: call.args.trim() || (cut && call === this.#calls.at(-1) ? '{' : '{}'),
            ...(call.thoughtSignature
              ? { providerMetadata: { google: { thoughtSignature: call.thoughtSignature } } }
              : {}),
          },
        ];
      });
  }

  #emit(call: Call): LanguageModelV4StreamPart[] {
    const parts: LanguageModelV4StreamPart[] = [];
    if (!call.started) {
      call.started = true;
      call.key = call.id ?? this.#newId();
      if (this.#calls.some((other) => other !== call && other.started && other.key === call.key)) {
        call.key = this.#newId();
      }
      parts.push({
        type: 'tool-input-start',
        id: call.key,
        toolName: this.#names.resolve(call.name),
      });
    }
    const delta = call.unsent;
    call.unsent = '';
    call.sent = call.args.length;
    if (delta) parts.push({ type: 'tool-input-delta', id: call.key, delta });
    return parts;
  }

  #open(piece: CallPiece): Call {
    const call: Call = {
      key: '',
      index: piece.index,
      id: piece.id,
      // Only the first of several calls of one tool may have its name.
      name: isBare(piece) ? (this.#calls.at(-1)?.name ?? '') : '',
      args: '',
      scan: new JsonScan(),
      unsent: '',
      sent: 0,
      started: false,
    };
    this.#calls.push(call);
    return call;
  }

  /** The call that a piece goes on with; undefined when it begins another one. */
  #find(piece: CallPiece): Call | undefined {
    const candidate =
      piece.index !== undefined
        ? this.#calls.findLast((call) => call.index === piece.index)
        : ((piece.id ? this.#calls.findLast((call) => call.id === piece.id) : undefined) ??
          this.#calls.at(-1));
    if (!candidate) return undefined;
    const otherId = Boolean(piece.id && candidate.id && piece.id !== candidate.id);
    const sameId = piece.id !== undefined && piece.id === candidate.id;
    if (piece.whole && candidate.args && !isEmpty(candidate))
      return repeats(candidate, piece) && !otherId ? candidate : undefined;
    if (otherId) return candidate.args && !isWhole(candidate) ? candidate : undefined;
    if (sameId || !piece.name) return this.#goesOn(candidate, piece) ? candidate : undefined;
    const named = this.#names.has(candidate.name);
    const another = named && piece.name !== candidate.name && !this.#extends(candidate, piece);
    if (!candidate.args) return another ? undefined : candidate;
    // The same name again with a new JSON text after a whole one is another call.
    if (!isWhole(candidate)) return candidate;
    if (another && this.#names.has(piece.name)) return undefined;
    return piece.args?.trim() && !repeats(candidate, piece) ? undefined : candidate;
  }

  /** A piece that names no other call goes on with the last one, unless it begins an object behind a whole one. */
  #goesOn(call: Call, piece: CallPiece): boolean {
    const next = piece.args?.trim() ?? '';
    const begins = next.startsWith('{') && next !== '{}' && !isEmpty(call) && isWhole(call);
    return !begins || repeats(call, piece);
  }

  #extends(call: Call, piece: CallPiece): boolean {
    const joined = call.name + (piece.name ?? '');
    return this.#names.has(joined) || this.#names.isStart(joined);
  }

  /** A name comes whole once, whole in every piece, or in pieces. */
  #joinName(name: string, piece: string): string {
    if (!name || name === piece) return piece;
    const joined = name + piece;
    if (this.#names.has(joined) || this.#names.isStart(joined)) return joined;
    if (this.#names.has(name)) return name;
    return this.#names.has(piece) ? piece : joined;
  }
}

/** Arguments come in pieces; some servers repeat the whole at the end, or all so far in each piece. */
function takeArgs(call: Call, piece: CallPiece): void {
  const next = piece.args ?? '';
  const replaces = isEmpty(call)
    ? next.trimStart().startsWith('{')
    : next.startsWith('{') && call.args.length >= 2 && repeats(call, piece);
  if (replaces) {
    call.args = next;
    call.unsent = next.slice(call.sent);
    call.scan = new JsonScan();
  } else if (call.scan.closed && (piece.whole || next.trim() === '{}')) {
    return;
  } else {
    call.args += next;
    call.unsent += next;
  }
  for (let at = 0; at < next.length; ) at += call.scan.see(next.slice(at));
}

/** Whether the piece begins with all the arguments so far; the lengths are compared first, as the rest costs. */
function repeats({ args }: Call, { args: next = '' }: CallPiece): boolean {
  return next.length >= args.length && next.startsWith(args);
}

/** Nothing in the piece says whose it is. */
function isBare({ name, id, index }: CallPiece): boolean {
  return !name && id === undefined && index === undefined;
}

/** An empty object, which some servers send in the place of arguments that are to come. */
function isEmpty({ args }: Call): boolean {
  return args.length < 8 && args.replace(/\s/g, '') === '{}';
}

function isWhole({ args, scan }: Call): boolean {
  return scan.closed && parse(args) !== undefined;
}
