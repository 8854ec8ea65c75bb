import path from 'node:path';
import type { NextConfig } from 'next';

const root = path.resolve(import.meta.dirname);

const config: NextConfig = {
  turbopack: { root },
  // Loaded from node_modules at run time: they start workers or carry WebAssembly.
  serverExternalPackages: ['just-bash', 'undici'],
  poweredByHeader: false,
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'x-content-type-options', value: 'nosniff' },
        { key: 'referrer-policy', value: 'no-referrer' },
        {
          key: 'content-security-policy',
          value: "frame-ancestors 'none'; object-src 'none'; base-uri 'self'; form-action 'self'",
        },
      ],
    },
  ],
  devIndicators: false,
  // `npm run types` and `npm run lint` check the same code; the build need not do it again.
  typescript: { ignoreBuildErrors: true },
};

export default config;
