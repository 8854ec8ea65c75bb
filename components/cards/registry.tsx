import type { ComponentType } from 'react';
import type { ToolOutput } from '#lib/client/tool-output';
import { BashCard } from './bash.tsx';
import { CalcCard } from './calc.tsx';
import { ChangeCard } from './change.tsx';
import { JsonCard } from './json.tsx';
import { ListFilesCard } from './list-files.tsx';
import { ReadFileCard } from './read-file.tsx';
import { SearchCard } from './search.tsx';

/** The result of one tool; what is missing in an output is shown as missing, never made up. */
export type ResultCard = ComponentType<{ output: ToolOutput }>;

const CARDS: Record<string, ResultCard> = {
  bash: BashCard,
  calc: CalcCard,
  read_file: ReadFileCard,
  write_file: ChangeCard,
  edit_file: ChangeCard,
  list_files: ListFilesCard,
  search: SearchCard,
};

export function cardFor(tool: string): ResultCard {
  return CARDS[tool] ?? JsonCard;
}
