import { SettingsPage } from '#components/settings/settings-page';
import { viewConnections } from '#lib/models/connections/manage';

export const dynamic = 'force-dynamic';

export default async function Settings() {
  return <SettingsPage initial={await viewConnections()} />;
}
