'use client';

import { type FormEvent, useState } from 'react';
import { Field } from '#components/ui/field';
import { useMessages } from '#components/ui/locale';
import type { Credentials } from '#lib/client/access';
import { failureWords } from '#lib/client/failure-words';

interface Props {
  label: string;
  /** An account that is made, with a password that is chosen here; else one that is there. */
  minPassword?: number;
  /** Where to go when it is done. */
  next: string;
  submit(credentials: Credentials): Promise<void>;
}

/** Name and password, to sign in or to get an account. */
export function AccountForm({ label, minPassword, next, submit }: Props) {
  const { t } = useMessages();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    try {
      await submit({ name: String(data.get('name')), password: String(data.get('password')) });
      // A whole page load: everything that is on the page belongs to who was there before.
      window.location.assign(next);
    } catch (error) {
      setFailure(failureWords(error, t));
      setBusy(false);
    }
  };
  return (
    <form aria-label={label} className="mt-6 grid gap-4" onSubmit={save}>
      <Field
        label={t.access.name}
        name="name"
        required
        maxLength={60}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        label={t.access.password}
        name="password"
        type="password"
        required
        minLength={minPassword}
        maxLength={200}
        autoComplete={minPassword === undefined ? 'current-password' : 'new-password'}
        hint={minPassword === undefined ? undefined : t.access.newPasswordHint(minPassword)}
      />
      {failure ? (
        <p
          role="alert"
          className="rounded-[10px] border border-(--err-line) bg-(--err-bg) px-3 py-2 text-[13.5px]"
        >
          {failure}
        </p>
      ) : null}
      <button
        type="submit"
        disabled={busy}
        className="min-h-10 rounded-lg bg-(--fg) px-3.5 text-sm font-medium text-(--bg) disabled:opacity-50"
      >
        {label}
      </button>
    </form>
  );
}
