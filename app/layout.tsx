import './globals.css';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { LocaleProvider } from '#components/ui/locale';
import { PersonProvider } from '#components/ui/person';
import { personOf } from '#lib/access/person';
import { LOCALE_COOKIE, languageTag, pickLocale } from '#lib/i18n/locale';

export const metadata: Metadata = {
  title: 'Loupe',
  description: 'A chat whose agent loop you can watch.',
  icons: { icon: '/favicon.svg' },
  robots: { index: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const asked = await headers();
  const locale = pickLocale(jar.get(LOCALE_COOKIE)?.value, asked.get('accept-language'));
  const person = await personOf(asked);
  const theme = jar.get('loupe-theme')?.value;
  const themeClass = theme === 'light' || theme === 'dark' ? theme : '';
  return (
    <html lang={languageTag(locale)} className={themeClass}>
      <body>
        <LocaleProvider initial={locale}>
          <PersonProvider person={person}>{children}</PersonProvider>
        </LocaleProvider>
      </body>
    </html>
  );
}
