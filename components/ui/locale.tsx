'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { setCookie } from '#lib/client/cookie';
import type { Messages } from '#lib/i18n/en';
import { LOCALE_COOKIE, type Locale, languageTag, messagesFor } from '#lib/i18n/locale';

interface LocaleValue {
  locale: Locale;
  t: Messages;
  setLocale(locale: Locale): void;
}

const LocaleContext = createContext<LocaleValue | undefined>(undefined);

export function LocaleProvider({ initial, children }: { initial: Locale; children: ReactNode }) {
  const [locale, setState] = useState(initial);
  const setLocale = (next: Locale) => {
    setCookie(LOCALE_COOKIE, next);
    document.documentElement.lang = languageTag(next);
    setState(next);
  };
  return (
    <LocaleContext value={{ locale, t: messagesFor(locale), setLocale }}>{children}</LocaleContext>
  );
}

/** The texts of the interface in the person's language. */
export function useMessages(): LocaleValue {
  const value = useContext(LocaleContext);
  if (!value) throw new Error('useMessages needs a LocaleProvider above.');
  return value;
}
