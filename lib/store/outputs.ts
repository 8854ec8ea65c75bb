import { cleanText } from '#lib/clean-text';
import { db } from './db.ts';

export interface NewOutput {
  ref: string;
  chatId: string;
  runId: string;
  text: string;
  now: number;
}

/** Keeps a text that was too long for the log. */
export async function insertOutput(output: NewOutput): Promise<void> {
  await db()
    .insertInto('output')
    .values({
      ref: output.ref,
      chat_id: output.chatId,
      run_id: output.runId,
      text: cleanText(output.text),
      created: output.now,
    })
    .execute();
}

export async function findOutput(chatId: string, ref: string): Promise<string | undefined> {
  const row = await db()
    .selectFrom('output')
    .select('text')
    .where('chat_id', '=', chatId)
    .where('ref', '=', ref)
    .executeTakeFirst();
  return row?.text;
}
