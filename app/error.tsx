'use client';

import { useMessages } from '#components/ui/locale';
import { PageNotice } from '#components/ui/page-notice';

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const { t } = useMessages();
  return <PageNotice title={t.app.failed} action={{ label: t.app.reload, run: reset }} />;
}
