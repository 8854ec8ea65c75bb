'use client';

import type { Token, Tokens } from 'marked';
import { createElement } from 'react';
import type { Block, MathToken } from '#lib/client/block-stream';
import { CodeBlock } from './code-block.tsx';
import { Formula } from './formula.tsx';
import { Inline } from './inline.tsx';

/** One block, straight from its token. Raw HTML is text: nothing of a model becomes markup. */
export function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading': {
      const { depth, tokens } = block as Tokens.Heading;
      return createElement(`h${depth}`, null, <Inline tokens={tokens} />);
    }
    case 'paragraph':
      return (
        <p>
          <Inline tokens={(block as Tokens.Paragraph).tokens} />
        </p>
      );
    case 'text': {
      const { tokens, text } = block as Tokens.Text;
      return tokens ? <Inline tokens={tokens} /> : text;
    }
    case 'code': {
      const { text, lang } = block as Tokens.Code;
      return <CodeBlock code={text} lang={lang ?? ''} open={false} />;
    }
    case 'blockquote':
      return (
        <blockquote>
          <Nested tokens={(block as Tokens.Blockquote).tokens} />
        </blockquote>
      );
    case 'list':
      return <List list={block as Tokens.List} />;
    case 'table':
      return <Table table={block as Tokens.Table} />;
    case 'hr':
      return <hr />;
    case 'math': {
      const { text, display } = block as MathToken;
      return <Formula source={text} display={display} />;
    }
    case 'space':
    case 'def':
      return null;
    default:
      return <p className="whitespace-pre-wrap">{block.raw}</p>;
  }
}

function Nested({ tokens }: { tokens: Token[] }) {
  return tokens.map((token, index) => <BlockView key={`${index}`} block={token} />);
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={`${index}`}>
      {item.task ? <input type="checkbox" checked={item.checked} readOnly disabled /> : null}
      <Nested tokens={item.tokens} />
    </li>
  ));
  const start = typeof list.start === 'number' ? list.start : undefined;
  return list.ordered ? <ol start={start}>{items}</ol> : <ul>{items}</ul>;
}

/** Its own scroller, which the keyboard must reach. */
function Table({ table }: { table: Tokens.Table }) {
  const align = (cell: Tokens.TableCell) => (cell.align ? { textAlign: cell.align } : undefined);
  return (
    <section className="md-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={`${index}`} style={align(cell)}>
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={`${index}`}>
              {row.map((cell, column) => (
                <td key={`${column}`} style={align(cell)}>
                  <Inline tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
