import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface Usage {
  bytes: number;
  /** Files and folders. */
  entries: number;
}

/** What a workspace may hold. */
export const QUOTA: Usage = { bytes: 200 * 1024 * 1024, entries: 5000 };

/** What a folder holds; counting ends soon after the quota is passed. A missing folder is empty. */
export async function measure(folder: string, quota: Usage = QUOTA): Promise<Usage> {
  const usage: Usage = { bytes: 0, entries: 0 };
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await opendir(at).catch(() => []);
    for await (const entry of entries) {
      const inner = path.join(at, entry.name);
      usage.entries++;
      if (entry.isDirectory()) folders.push(inner);
      // A file can vanish while a command runs.
      else if (entry.isFile()) usage.bytes += (await stat(inner).catch(() => ({ size: 0 }))).size;
    }
    if (usage.entries > quota.entries * 2 || usage.bytes > quota.bytes * 2) break;
  }
  return usage;
}

/** Says what is over the quota; undefined when nothing is. */
export function overQuota(usage: Usage, quota: Usage = QUOTA): string | undefined {
  if (usage.bytes > quota.bytes) {
    return `the workspace may hold ${Math.round(quota.bytes / 1024 / 1024)} MB`;
  }
  if (usage.entries > quota.entries) return `the workspace may hold ${quota.entries} files`;
  return undefined;
}
