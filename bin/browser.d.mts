export function findBrowser(
  env?: Record<string, string | undefined>,
  bundled?: string,
): string | undefined;
export function ensureBrowser(): string;
