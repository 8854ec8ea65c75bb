import type { BashOptions } from 'just-bash';

const MIB = 1024 * 1024;

/** What one command may print to both streams together, in characters. */
export const MAX_OUTPUT = 32 * MIB;

/**
 * just-bash's own limits stop ordinary work (a loop of 100,000 turns, `seq` over a million). The time
 * limit, the memory watchdog and the process boundary protect the server; what stays here ends a
 * blocked interpreter even when nobody is left to kill it, and keeps memory inside the watchdog's.
 */
export const LIMITS = {
  maxCommandCount: 1e9,
  maxLoopIterations: 1e9,
  maxCallDepth: 1000,
  maxAwkIterations: 1e9,
  maxSedIterations: 1e8,
  maxJqIterations: 1e8,
  maxWorkUnits: 1e12,
  maxArrayElements: 2e7,
  maxCsvRows: 5e6,
  maxCsvCells: 5e7,
  maxStringLength: 128 * MIB,
  maxOutputSize: 512 * MIB,
  maxLiveBytes: 1024 * MIB,
  maxInputBytes: 1024 * MIB,
  maxArchiveBytes: 100 * MIB,
  maxArchiveEntryBytes: 50 * MIB,
  maxArchiveEntries: 5000,
  maxDatabaseBytes: 256 * MIB,
  maxExtensionCleanupTimeMs: 100,
} satisfies BashOptions['executionLimits'];
