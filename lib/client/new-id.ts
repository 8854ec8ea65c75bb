/** An id for a chat that begins in this page: 16 URL-safe characters. Works on plain http too, unlike `randomUUID`. */
export function newChatId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
