import { callOne, type Job, type Language, type Plan, say } from '../plan.ts';

export const systemInfo: Plan = ({ text, language }) =>
  /system info|sysinfo|系统信息|系统状态|\b(?:cpu|memory)\b|内存/i.test(text)
    ? readSystem(language)
    : undefined;

export const time: Plan = ({ text, language }) =>
  /what time|what day|current time|date today|几点|现在时间|当前时间|今天几号|星期几/i.test(text)
    ? readTime(language)
    : undefined;

function* readSystem(language: Language): Job {
  const thought = say(language, 'I read the machine’s own figures.', '读取这台机器自己的数据。');
  const result = yield* callOne(thought, 'sysinfo', {});
  const info = parse(result.text);
  if (result.failed || !info) return result.text;
  const { os, cpu, memory, disk } = info;
  return say(
    language,
    `${os}, ${cpu?.cores} cores (${cpu?.model}), ${memory?.freeMB} of ${memory?.totalMB} MB memory free, ${disk?.freeGB} of ${disk?.totalGB} GB disk free.`,
    `${os}，${cpu?.cores} 核（${cpu?.model}），内存可用 ${memory?.freeMB} / ${memory?.totalMB} MB，磁盘可用 ${disk?.freeGB} / ${disk?.totalGB} GB。`,
  );
}

function* readTime(language: Language): Job {
  const thought = say(language, 'I look at the clock.', '看一下时钟。');
  const result = yield* callOne(thought, 'time', {});
  const { local, timeZone, weekday } = parse(result.text) ?? {};
  if (result.failed || !local) return result.text;
  return say(
    language,
    `It is ${local} (${weekday}, ${timeZone}).`,
    `现在是 ${local}（${weekday}，${timeZone}）。`,
  );
}

interface Facts {
  os?: string;
  cpu?: { cores?: number; model?: string };
  memory?: { freeMB?: number; totalMB?: number };
  disk?: { freeGB?: number; totalGB?: number };
  local?: string;
  timeZone?: string;
  weekday?: string;
}

function parse(text: string): Facts | undefined {
  try {
    return JSON.parse(text) as Facts;
  } catch {
    return undefined;
  }
}
