import { z } from 'zod';
import type { DoctorReport } from '#lib/events/api';
import { putModelSetting, selectModelSettings } from '#lib/store/settings';
import { switchesSchema } from '../switches.ts';

/** What is known of one model of a connection; what is absent is unknown. */
export const modelSettingsSchema = z.object({
  switches: switchesSchema.partial().optional(),
  /** In tokens. */
  contextSize: z.number().int().positive().optional(),
  /** US dollars per million tokens. */
  price: z
    .object({
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      cached: z.number().nonnegative().optional(),
    })
    .optional(),
  /** What the doctor found last. */
  report: z.custom<DoctorReport>().optional(),
});

export type ModelSettings = z.infer<typeof modelSettingsSchema>;

export async function readModelSettings(connectionId: string): Promise<Map<string, ModelSettings>> {
  const rows = await selectModelSettings(connectionId);
  return new Map(
    rows.map(({ model, data }) => [model, modelSettingsSchema.parse(JSON.parse(data))]),
  );
}

export async function writeModelSettings(
  connectionId: string,
  model: string,
  settings: ModelSettings,
): Promise<void> {
  await putModelSetting({ connectionId, model, data: JSON.stringify(settings) }, Date.now());
}
