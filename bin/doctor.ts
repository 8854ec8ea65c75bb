import { parseArgs } from 'node:util';
import { doctorEn } from '#lib/i18n/doctor-en';
import { checkedBaseUrl } from '#lib/models/connections/base-url';
import { examineEndpoint } from '#lib/models/doctor/examine';

const USAGE = `Examines an OpenAI-compatible endpoint and says what Loupe does about its habits.

  npm run doctor -- --base-url http://127.0.0.1:11434/v1 --model qwen3

The key is read from OPENAI_API_KEY.`;

const { values } = parseArgs({
  options: { 'base-url': { type: 'string' }, model: { type: 'string' }, help: { type: 'boolean' } },
});
const { 'base-url': baseUrl, model } = values;
if (values.help || !baseUrl || !model) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const key = process.env.OPENAI_API_KEY;
const connection = {
  id: 'doctor',
  label: 'doctor',
  baseUrl: checkedBaseUrl(baseUrl),
  ...(key ? { apiKey: key } : {}),
  headers: {},
  origin: 'saved' as const,
};
const { report, switches } = await examineEndpoint(connection, model);
if (report.failure) {
  console.error(`${doctorEn.failed} ${report.failure.message}`);
  process.exit(1);
}
console.table(
  Object.fromEntries(
    report.rows.map((row) => [
      doctorEn.topics[row.topic],
      {
        verdict: row.verdict,
        [doctorEn.found]: [doctorEn.findings[row.found], row.detail].filter(Boolean).join(': '),
        [doctorEn.loupe]: doctorEn.actions[row.action],
      },
    ]),
  ),
);
console.log('Switches:', JSON.stringify(switches));
