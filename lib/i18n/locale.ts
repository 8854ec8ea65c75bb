import { en, type Messages } from './en.ts';
import { zh } from './zh.ts';

export type Locale = 'en' | 'zh';

export const LOCALE_COOKIE = 'loupe-lang';

const CATALOGUES: Record<Locale, Messages> = { en, zh };

export function messagesFor(locale: Locale): Messages {
  return CATALOGUES[locale];
}

/** The value of `<html lang>`. */
export function languageTag(locale: Locale): string {
  return locale === 'zh' ? 'zh-CN' : 'en';
}

/** The person's choice, else the first language of the browser that there is a catalogue for. */
export function pickLocale(chosen: string | undefined, acceptLanguage: string | null): Locale {
  if (chosen === 'en' || chosen === 'zh') return chosen;
  const wanted = (acceptLanguage ?? '').split(',').map((entry) => entry.trim().slice(0, 2));
  return wanted.find((entry) => entry === 'en' || entry === 'zh') === 'zh' ? 'zh' : 'en';
}
