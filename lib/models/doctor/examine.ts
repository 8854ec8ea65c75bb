import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { env } from '#lib/env';
import type { DoctorReport } from '#lib/events/api';
import { redact } from '#lib/redact';
import { ChatCompletionsModel } from '../chat-completions/model.ts';
import { allSecrets, type Connection, headersOf, secretsOf } from '../connections/connections.ts';
import { knownConnection } from '../connections/manage.ts';
import { fetchModels } from '../connections/model-list.ts';
import { readModelSettings, writeModelSettings } from '../connections/model-settings.ts';
import { describeError } from '../describe-error.ts';
import { ResponsesModel } from '../responses.ts';
import { defaultSwitches, type Switches } from '../switches.ts';
import { asks, type Heard, hear } from './conversation.ts';
import { Observer } from './observer.ts';
import { type Findings, rowsOf } from './report.ts';

/** The whole examination, in ms. */
const LIMIT_MS = 240_000;

/**
 * Holds a short conversation with a model of a connection, says what it can do, and keeps the switches
 * that it needs.
 * @throws AppError `unknown_connection`
 */
export async function examine(connectionId: string, model: string): Promise<DoctorReport> {
  const connection = await knownConnection(connectionId);
  const settings = (await readModelSettings(connectionId)).get(model) ?? {};
  const found = await examineEndpoint(connection, model, settings.contextSize);
  const { switches } = found;
  // An endpoint may repeat what it got in any of its words.
  const report = redact(found.report, await allSecrets());
  // Where no conversation came about, what is known already stays.
  const learned = report.failure ? {} : { switches };
  await writeModelSettings(connectionId, model, { ...settings, ...learned, report });
  return report;
}

/** The same without the store: for a connection that nobody has saved. */
export async function examineEndpoint(
  connection: Connection,
  model: string,
  contextSize?: number,
): Promise<{ report: DoctorReport; switches: Switches }> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), LIMIT_MS);
  try {
    const findings = await converse(connection, model, controller.signal);
    const listed = await fetchModels(connection).catch(() => []);
    const size = contextSize ?? listed.find((each) => each.id === model)?.contextSize;
    const rows = rowsOf({ ...findings, contextSize: size });
    const failure = findings.greeting.failure;
    const notice = failure && describeError(failure, []);
    const report: DoctorReport = {
      model,
      at: Date.now(),
      rows,
      ...(notice ? { failure: { code: notice.code, message: notice.message } } : {}),
    };
    return { report: redact(report, secretsOf(connection)), switches: findings.switches };
  } finally {
    clearTimeout(timer);
  }
}

async function converse(
  connection: Connection,
  name: string,
  signal: AbortSignal,
): Promise<Findings> {
  const observer = new Observer();
  let switches = defaultSwitches(connection.baseUrl);
  const shared = {
    timeouts: env().modelTimeouts,
    switches: () => switches,
    onLearn: (learned: Switches) => {
      switches = learned;
    },
  };
  const { baseUrl } = connection;
  const headers = headersOf(connection);
  const chat = new ChatCompletionsModel(name, { baseUrl, headers, observer, ...shared });
  const responses = new ResponsesModel(name, { connection, ...shared });
  const ask = async (call: LanguageModelV4CallOptions): Promise<Heard> => {
    observer.begin();
    const heard = switches.api === 'chat' ? await hear(chat, call) : undefined;
    if (heard && switches.api === 'chat') return heard;
    const spoken = await hear(responses, call);
    if (!spoken.failure) observer.assume(spoken);
    return spoken;
  };
  const greeting = await ask(asks.greeting(signal));
  const { events, reads } = observer;
  const start = { observer, greeting, streamed: events, greetingReads: reads };
  if (greeting.failure)
    return { ...start, switches, stock: { text: '', reasoning: '', calls: [] } };
  const stock = await ask(asks.stock(signal));
  const { argumentPieces } = observer;
  if (stock.calls.length === 0) {
    // A passing failure says nothing about tools.
    const tools = stock.failure !== undefined && stock.failure.kind !== 'no-tools';
    return { ...start, switches: { ...switches, tools }, stock };
  }
  const results = await ask(asks.results(signal, stock.calls));
  const toolsOff = await ask(asks.toolsOff(signal));
  return { ...start, switches, stock, argumentPieces, results, toolsOff };
}
