'use client';

import { useMessages } from '#components/ui/locale';
import { PageNotice } from '#components/ui/page-notice';

export default function NotFound() {
  const { t } = useMessages();
  return <PageNotice title={t.share.gone} text={t.share.goneHint} />;
}
