import { ensureBuild } from '../bin/build.mjs';

// `npm run bench`: what a chunk costs. `npm run bench -- load`: how many runs one server bears.
await ensureBuild();
await (process.argv[2] === 'load' ? import('./load.ts') : import('./cost.ts'));
