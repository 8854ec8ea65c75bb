'use client';

import { Check, CircleHelp, Minus, Wrench } from 'lucide-react';
import { useMessages } from '#components/ui/locale';
import type { DoctorReport, DoctorRow, Verdict } from '#lib/events/api';
import { formatDate } from '#lib/i18n/format';

const ICONS = { works: Check, handled: Wrench, missing: Minus, unknown: CircleHelp };
const TONES: Record<Verdict, string> = {
  works: 'text-(--ok)',
  handled: 'text-(--accent)',
  missing: 'text-(--warn)',
  unknown: 'text-(--fg3)',
};

/** What the doctor found: one line per ability, and what Loupe does about it. */
export function DoctorTable({ report }: { report: DoctorReport }) {
  const { t, locale } = useMessages();
  const { failure } = report;
  return (
    <div>
      {failure ? (
        <p className="mb-2 rounded-[10px] border border-(--err-line) bg-(--err-bg) px-3 py-2 text-[13.5px]">
          {t.errors[failure.code] ?? t.doctor.failed}
          <span className="block break-words font-mono text-[12.5px] text-(--fg2)">
            {failure.message}
          </span>
        </p>
      ) : null}
      {failure ? null : (
        <div className="min-w-0">
          <table className="w-full border-collapse text-left text-[13px]">
            <caption className="pb-1.5 text-left text-xs text-(--fg3)">
              {t.doctor.caption(report.model, formatDate(report.at, locale))}
            </caption>
            <thead>
              <tr className="border-b border-(--line2) text-xs text-(--fg3)">
                <th className="py-1 pr-3 font-medium">{t.doctor.ability}</th>
                <th className="py-1 pr-3 font-medium">{t.doctor.found}</th>
                <th className="py-1 font-medium">{t.doctor.loupe}</th>
              </tr>
            </thead>
            <tbody>
              {report.rows.map((row) => (
                <Row key={row.topic} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Row({ row }: { row: DoctorRow }) {
  const { t } = useMessages();
  const Icon = ICONS[row.verdict];
  return (
    <tr className="border-b border-(--line) align-top last:border-0">
      <th className="py-1.5 pr-3 font-medium sm:whitespace-nowrap">
        <span className="flex items-center gap-1.5">
          <Icon size={15} aria-hidden className={TONES[row.verdict]} />
          {t.doctor.topics[row.topic]}
          <span className="sr-only">{t.doctor.verdicts[row.verdict]}</span>
        </span>
      </th>
      <td className="py-1.5 pr-3 text-(--fg2)">
        {t.doctor.findings[row.found] ?? row.found}
        {row.detail ? (
          <code className="ml-1.5 rounded [overflow-wrap:anywhere] bg-(--code) px-1 text-xs text-(--fg2)">
            {row.detail}
          </code>
        ) : null}
      </td>
      <td className="py-1.5 text-(--fg2)">{t.doctor.actions[row.action] ?? row.action}</td>
    </tr>
  );
}
