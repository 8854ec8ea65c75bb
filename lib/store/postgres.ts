import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { reportBug } from '#lib/report-bug';

const POOL_SIZE = 10;
const INT8 = 20;

const types: pg.CustomTypesConfig = {
  // bigint columns hold milliseconds and counts, which a number holds exactly.
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** Kysely's PostgreSQL dialect on a pool of connections; `url` as in `DATABASE_URL`. */
export function postgresDialect(url: string): PostgresDialect {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, types });
  // An idle connection that breaks (a restart of the server) is replaced; unheard it would end the process.
  pool.on('error', (error) => reportBug('database connection', error));
  return new PostgresDialect({ pool });
}
