'use client';

import { memo, useEffect, useState } from 'react';
import { CopyButton } from '#components/ui/copy-button';
import { highlight } from '#lib/client/highlight';

/** A longer block is left plain: colours are not worth a stalled page. */
const MAX_COLOURED = 50_000;

interface Props {
  code: string;
  lang: string;
  /** More lines may follow. */
  open: boolean;
}

/** A code block; its colours come when it is complete and the page has time. */
export const CodeBlock = memo(function CodeBlock({ code, lang, open }: Props) {
  const [html, setHtml] = useState<string>();
  const name = lang.split(/\s/)[0] ?? '';
  useEffect(() => {
    setHtml(undefined);
    if (open || !name || code.length > MAX_COLOURED) return;
    let current = true;
    void highlight(code, name).then((result) => {
      if (current) setHtml(result);
    });
    return () => {
      current = false;
    };
  }, [code, name, open]);
  return (
    <div className="md-code">
      <div className="md-code-head">
        <span>{name || 'text'}</span>
        <CopyButton text={code} />
      </div>
      <pre>
        {html === undefined ? (
          <code>{code}</code>
        ) : (
          // The highlighter escapes the code and adds only spans of its own.
          <code dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </pre>
    </div>
  );
});
