'use client';

import type { Token, Tokens } from 'marked';
import type { MathToken } from '#lib/client/block-stream';
import { Formula } from './formula.tsx';
import { RemoteImage } from './remote-image.tsx';

const SAFE_LINK = /^(https?:|mailto:|#|\/(?!\/))/i;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The marks inside of a block. */
export function Inline({ tokens }: { tokens: Token[] | undefined }) {
  return (tokens ?? []).map((token, index) => <InlineToken key={`${index}`} token={token} />);
}

function InlineToken({ token }: { token: Token }) {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      );
    case 'codespan':
      return <code>{decode(token.text)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link link={token as Tokens.Link} />;
    case 'image':
      return <RemoteImage src={token.href} alt={token.text} />;
    case 'math':
      return <Formula source={(token as MathToken).text} display={false} />;
    case 'escape':
    case 'text':
      return 'tokens' in token && token.tokens ? (
        <Inline tokens={token.tokens} />
      ) : (
        decode(token.text)
      );
    default:
      return token.raw;
  }
}

function Link({ link }: { link: Tokens.Link }) {
  const text = <Inline tokens={link.tokens} />;
  if (!SAFE_LINK.test(link.href)) return text;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

/** The lexer escapes some characters for HTML; React does that by itself. */
function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
