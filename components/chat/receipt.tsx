'use client';

import { useMessages } from '#components/ui/locale';
import type { ReceiptCall, Receipt as ReceiptData } from '#lib/events/types';

/** What a stop found: the same for everybody, also after a reload. */
export function Receipt({ receipt }: { receipt: ReceiptData }) {
  const { t } = useMessages();
  const names = (calls: ReceiptCall[]) => calls.map((call) => call.name);
  const { finished, cut, mayHaveEffects, modelCut } = receipt;
  const parts = [
    t.receipt.finished(finished),
    modelCut ? t.receipt.modelCut : '',
    cut.length > 0 ? t.receipt.cut(names(cut)) : '',
    mayHaveEffects.length > 0 ? t.receipt.effects(names(mayHaveEffects)) : t.receipt.noEffects,
  ];
  return <p className="mb-1 text-[13px] text-(--fg2)">{parts.filter(Boolean).join(' ')}</p>;
}
