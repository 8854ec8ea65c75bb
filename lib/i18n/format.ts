import { type Locale, languageTag } from './locale.ts';

/** A duration in ms, as short as it reads well: 320 ms, 1.1 s, 12 s, 2 min 04 s. */
export function formatDuration(ms: number, locale: Locale): string {
  const zh = locale === 'zh';
  if (ms < 1000) return zh ? `${Math.round(ms)} 毫秒` : `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.5) {
    const shown = seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds));
    return zh ? `${shown} 秒` : `${shown} s`;
  }
  const whole = Math.round(seconds);
  const rest = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return zh ? `${minutes} 分 ${rest} 秒` : `${minutes} min ${rest} s`;
}

export function formatCount(count: number, locale: Locale): string {
  return new Intl.NumberFormat(languageTag(locale), {
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(count);
}

/** A size in characters or bytes. */
export function formatSize(size: number): string {
  if (size < 1000) return `${size} B`;
  return size < 1_000_000 ? `${Math.round(size / 1000)} KB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

export function formatTime(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTag(locale), {
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}

/** US dollars, as exactly as a small sum needs; an unknown one is a dash. */
export function formatCost(cost: number | undefined): string {
  if (cost === undefined) return '—';
  if (cost === 0) return '$0';
  if (cost < 0.0001) return '< $0.0001';
  return `$${cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2)}`;
}

/** A day and a time, as short as it is clear. */
export function formatDate(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at);
}
