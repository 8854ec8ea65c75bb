'use client';

import { ImageDown } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '#components/ui/locale';

/** An image from elsewhere is loaded only when a person asks: its address could carry what the model read. */
export function RemoteImage({ src, alt }: { src: string; alt: string }) {
  const { t } = useMessages();
  const [wanted, setWanted] = useState(false);
  const url = URL.parse(src);
  if (!url || !/^https?:$/.test(url.protocol)) return alt;
  if (wanted) return <img src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
  return (
    <button type="button" className="md-image" onClick={() => setWanted(true)}>
      <ImageDown size={14} aria-hidden />
      {alt ? `${alt} · ` : ''}
      {t.loadImage(url.host)}
    </button>
  );
}
