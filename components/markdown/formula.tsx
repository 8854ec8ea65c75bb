'use client';

import { useEffect, useState } from 'react';

type Render = (source: string, display: boolean) => string;

let loading: Promise<Render> | undefined;

/** KaTeX comes with the first formula. */
function loadKatex(): Promise<Render> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([{ default: katex }]) =>
      (source, display) =>
        katex.renderToString(source, { displayMode: display, throwOnError: false, trust: false }),
  );
  return loading;
}

export function Formula({ source, display }: { source: string; display: boolean }) {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    let current = true;
    void loadKatex().then((render) => {
      if (current) setHtml(render(source, display));
    });
    return () => {
      current = false;
    };
  }, [source, display]);
  const Element = display ? 'div' : 'span';
  if (html === undefined) return <Element className="md-math">{source}</Element>;
  // KaTeX escapes what it is given and is told to trust no command that makes links or styles.
  return <Element className="md-math" dangerouslySetInnerHTML={{ __html: html }} />;
}
