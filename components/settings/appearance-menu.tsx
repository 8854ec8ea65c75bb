'use client';

import { SunMoon } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useMessages } from '#components/ui/locale';
import { setCookie } from '#lib/client/cookie';
import type { Locale } from '#lib/i18n/locale';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const LANGUAGES: [Locale, string][] = [
  ['en', 'English'],
  ['zh', '中文'],
];

/** Theme and language; both apply at once and are kept in this browser. */
export function AppearanceMenu() {
  const { t, locale, setLocale } = useMessages();
  const id = useId();
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const current = THEMES.find((each) => document.documentElement.classList.contains(each));
    if (current) setTheme(current);
  }, []);
  const chooseTheme = (next: Theme) => {
    document.documentElement.classList.remove('light', 'dark');
    if (next !== 'system') document.documentElement.classList.add(next);
    setCookie('loupe-theme', next);
    setTheme(next);
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-8 items-center gap-2 rounded-lg px-2 text-(--fg2) [anchor-name:--appearance] hover:bg-(--hover) max-md:min-h-10"
      >
        <SunMoon size={15} aria-hidden />
        {t.settings.label}
      </button>
      <div
        id={id}
        popover="auto"
        className="inset-auto m-0 mb-1 w-60 rounded-xl border border-(--line2) bg-(--card) p-3.5 text-[13px] text-(--fg) shadow-lg [bottom:anchor(top)] [left:anchor(left)] [position-anchor:--appearance]"
      >
        <Choice
          label={t.settings.theme}
          options={THEMES.map((each) => [each, t.settings[each]])}
          value={theme}
          onChange={chooseTheme}
        />
        <Choice
          label={t.settings.language}
          options={LANGUAGES}
          value={locale}
          onChange={setLocale}
        />
      </div>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: [Value, string][];
  value: Value;
  onChange(value: Value): void;
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="mb-2 last:mb-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex overflow-hidden rounded-lg border border-(--line2)">
        {options.map(([option, text]) => (
          <label
            key={option}
            className="flex-1 cursor-pointer px-2 py-1 text-center has-checked:bg-(--hover) has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-(--accent)"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
