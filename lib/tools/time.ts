import { z } from 'zod';
import { defineTool, failure } from './tool.ts';

const input = z.object({
  time_zone: z
    .string()
    .min(1)
    .optional()
    .describe(
      'IANA name such as "Asia/Shanghai" or "America/New_York", or an offset such as "+08:00"; by default the server\'s.',
    ),
});

export const timeTool = defineTool({
  name: 'time',
  description: 'Tells the current date, time and weekday, in any time zone.',
  input,
  effect: 'none',
  timeoutMs: 5000,
  async execute({ time_zone }) {
    const now = new Date();
    let format: Intl.DateTimeFormat;
    try {
      format = new Intl.DateTimeFormat('en-CA', {
        timeZone: time_zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
        weekday: 'long',
        timeZoneName: 'longOffset',
      });
    } catch {
      return failure(
        'invalid_input',
        `Unknown time zone ${JSON.stringify(time_zone?.slice(0, 80))}; use an IANA name such as "Asia/Shanghai".`,
      );
    }
    const parts = Object.fromEntries(
      format.formatToParts(now).map(({ type, value }) => [type, value]),
    );
    const date = `${parts.year}-${parts.month}-${parts.day}`;
    const clock = `${parts.hour}:${parts.minute}:${parts.second}`;
    // "GMT" alone is the offset zero.
    const offset = parts.timeZoneName?.replace('GMT', '') || '+00:00';
    return {
      ok: true,
      iso: now.toISOString(),
      local: `${date} ${clock} ${offset}`,
      timeZone: format.resolvedOptions().timeZone,
      weekday: parts.weekday,
      epochMs: now.getTime(),
    };
  },
});
