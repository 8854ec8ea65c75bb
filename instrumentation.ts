export async function register(): Promise<void> {
  // Compiled for the edge as well, where Node's modules do not exist: hence the import inside.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { boot } = await import('#lib/runs/boot');
    const { openAccounts } = await import('#lib/access/setup');
    const start = async () => {
      await boot();
      await openAccounts();
    };
    await start().catch((error: Error) => {
      // A server that cannot drive its runs must not answer as if it could.
      console.error(`\n  ${error.message}\n`);
      process.exit(1);
    });
  }
}
