'use client';

import { memo, useRef } from 'react';
import remend from 'remend';
import { advanceText, type Block, EMPTY, lexBlocks, openFence } from '#lib/client/block-stream';
import { BlockView } from './block-view.tsx';
import { CodeBlock } from './code-block.tsx';

interface Props {
  text: string;
  /** More may follow: half-written marks at the end are completed for the eye. */
  streaming: boolean;
}

/** Markdown that grows: what is settled is parsed once and drawn once, only the tail is read again. */
export function Markdown({ text, streaming }: Props) {
  const state = useRef(EMPTY);
  if (text.length !== state.current.settled + state.current.tail.length) {
    state.current = advanceText(state.current, text);
  }
  const { blocks, tail } = state.current;
  const open = openFence(tail);
  const rest = open ? [] : lexBlocks(streaming ? remend(tail) : tail);
  return (
    <div className="md" dir="auto">
      <Blocks blocks={blocks} from={0} />
      {open ? (
        <CodeBlock key={blocks.length} code={open.code} lang={open.lang} open={streaming} />
      ) : (
        <Blocks blocks={rest} from={blocks.length} />
      )}
    </div>
  );
}

/** Keys go on from the settled blocks, so that a block keeps its element when it settles. */
function Blocks({ blocks, from }: { blocks: readonly Block[]; from: number }) {
  return blocks.map((block, index) => <FrozenBlock key={`${from + index}`} block={block} />);
}

const FrozenBlock = memo(BlockView);
