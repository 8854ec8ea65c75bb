import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { CallPiece } from './read-payload.ts';
import type { ToolNames } from './tool-names.ts';

/** Characters of arguments after which a call without an id is shown all the same. */
const PATIENCE = 2000;

interface Call {
  key: string;
  index: number | undefined;
  id: string | undefined;
  name: string;
  args: string;
  /** Characters of `args` that were emitted. */
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
    return this.#calls.length > 0 && this.#calls.every((call) => call.name && isWhole(call.args));
  }

  push(piece: CallPiece): LanguageModelV4StreamPart[] {
    const call = this.#find(piece) ?? this.#open(piece);
    if (piece.id && !call.started) call.id ??= piece.id;
    if (piece.name) call.name = this.#joinName(call.name, piece.name);
    if (piece.args) call.args = joinArgs(call.args, piece);
    call.thoughtSignature ??= piece.thoughtSignature;
    // An id may come late, and what was shown under another one could not be renamed.
    const named =
      this.#names.has(call.name) && (call.id !== undefined || call.args.length > PATIENCE);
    return call.args && named ? this.#emit(call) : [];
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
    const delta = call.args.slice(call.sent);
    call.sent = call.args.length;
    if (delta) parts.push({ type: 'tool-input-delta', id: call.key, delta });
    return parts;
  }

  #open(piece: CallPiece): Call {
    const call: Call = {
      key: '',
      index: piece.index,
      id: piece.id,
      name: '',
      args: '',
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
    if (!piece.name && !piece.whole)
      return otherId && isWhole(candidate.args) ? undefined : candidate;
    if (piece.whole && candidate.args)
      return sameValue(candidate.args, piece.args) && !otherId ? candidate : undefined;
    if (otherId) return candidate.args && !isWhole(candidate.args) ? candidate : undefined;
    if (piece.id && piece.id === candidate.id) return candidate;
    const named = this.#names.has(candidate.name);
    if (!candidate.args)
      return named && piece.name !== candidate.name && !this.#extends(candidate, piece)
        ? undefined
        : candidate;
    // The same name again with a new JSON text after a whole one is another call.
    const again = isWhole(candidate.args) && Boolean(piece.args?.trim());
    return again && !sameValue(candidate.args, piece.args) ? undefined : candidate;
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
function joinArgs(args: string, piece: CallPiece): string {
  const next = piece.args ?? '';
  if (args.length >= 2 && args.startsWith('{') && next.startsWith(args)) return next;
  if (piece.whole && args) return args;
  return args + next;
}

function sameValue(args: string, other: string | undefined): boolean {
  return other?.startsWith(args) === true;
}

function isWhole(args: string): boolean {
  try {
    JSON.parse(args);
    return true;
  } catch {
    return false;
  }
}
