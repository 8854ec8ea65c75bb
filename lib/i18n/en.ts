import type { StopReason } from '#lib/events/types';

const steps = (n: number) => (n === 1 ? '1 step' : `${n} steps`);

/** What a tool does, while it runs and when it has. */
type Verb = readonly [running: string, done: string];

export const en = {
  app: {
    skipToComposer: 'Skip to the message box',
    notFound: 'This chat does not exist.',
    notFoundHint: 'It may have been deleted.',
    failed: 'Something went wrong on this page.',
    reload: 'Reload',
    home: 'Start a new chat',
  },
  sidebar: {
    label: 'Chats',
    open: 'Open the list of chats',
    close: 'Close the list of chats',
    newChat: 'New chat',
    search: 'Search chats',
    empty: 'No chats yet',
    noMatch: 'Nothing found',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Previous 7 days',
    older: 'Older',
    running: 'Running',
    failedRun: 'Failed',
    rename: 'Rename',
    delete: 'Delete',
    confirmDelete: 'Delete this chat and its files?',
    cancel: 'Cancel',
    more: 'Older chats',
  },
  settings: {
    label: 'Appearance',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
  },
  empty: {
    title: 'What should be done?',
    lead: 'Give a task. You see every step: each thought, each call, each result.',
    demo: 'Demo model: rules, not AI',
    demoHint:
      'No model is connected, so a built-in set of rules answers. Its tools and their results are real. For a real model set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL, and start Loupe again.',
    examples: [
      'What is 2 to the power of 10?',
      'Do three things: compute 2**10; show the system info; find README and tell me its first line',
      "Create hello.py that prints 'Hello, World!', then run it",
      'Read not_exist.txt, and create it if it is missing',
    ],
  },
  composer: {
    label: 'Message',
    placeholder: 'Ask for something to be done',
    send: 'Send',
    stop: 'Stop',
    stopping: 'Stopping…',
    busy: 'A run is on. Wait for it, or stop it; your text stays here.',
    options: 'Options',
    maxSteps: 'Max steps',
    maxStepsHint: 'How many steps a run may take, 1 to 50',
    model: 'Model',
    demoModel: 'Demo · rules, not AI',
  },
  run: {
    stepOf: (n: number, max: number) => `Step ${n} of ${max}`,
    starting: 'Starting…',
    reconnecting: 'Reconnecting… the run goes on',
    tokens: (input: string, output: string) => `${input} in · ${output} out`,
    worked: (time: string, count: number, calls: number) =>
      `Worked for ${time} · ${steps(count)} · ${calls === 1 ? '1 tool call' : `${calls} tool calls`}`,
    meta: (count: number, time: string) => `${steps(count)} · ${time}`,
    totalTokens: (n: string) => `${n} tokens`,
    earlier: (n: number) => `${steps(n)} before these`,
    continue: 'Continue',
    continued: 'Continued',
    toBottom: 'To the bottom',
    earlierMessages: 'Earlier messages',
    copy: 'Copy',
    copied: 'Copied',
  },
  reasons: {
    answered: '',
    'max-steps': 'Stopped at the step limit.',
    budget: 'Stopped at the budget.',
    stopped: 'Stopped by you.',
    'no-progress': 'Stopped because it made no progress.',
    'gave-up': 'The model gave up.',
    'needs-approval': 'Waiting for your approval.',
    'needs-answer': 'Waiting for your answer.',
    failed: 'The run failed.',
    interrupted: 'The server stopped during this run.',
  } satisfies Record<StopReason, string>,
  limitReached: (n: number) => `Stopped at the limit of ${steps(n)}.`,
  message: {
    you: (time: string) => `You, ${time}`,
    assistant: (count: number) => `Assistant, ${steps(count)}`,
    answer: 'Answer',
  },
  step: {
    list: 'Steps',
    thinking: 'Thinking',
    thoughtFor: (time: string) => `Thought for ${time}`,
    thought: 'Thought',
    parallel: (n: number) => `${n} calls in parallel`,
    parallelDone: (done: number, all: number) => `${done} of ${all} done`,
    parallelFailed: (n: number) => `${n} failed`,
    preparing: 'Preparing',
    running: 'Running',
    failed: 'Failed',
    stopped: 'Stopped',
    blocked: 'Blocked',
    timeLimit: 'Time limit',
    exitCode: (code: string) => `exit ${code}`,
    input: 'Input',
    result: 'Result',
    raw: 'Raw',
    noResult: 'No result yet.',
    showAll: 'Show all',
    showMore: 'Show more',
    cut: (seen: string, whole: string) => `The model saw ${seen} of ${whole}`,
    lastStep: 'Last step: tools are off, an answer is asked for',
    firstToken: (time: string) => `first token after ${time}`,
    tries: (n: number) => `${n} tries`,
    draft: 'Interrupted draft',
    retrying: (seconds: number | undefined, n: number, of: number) =>
      `Retrying${seconds === undefined ? '' : ` in ${seconds} s`}, ${n} of ${of}`,
    retried: (n: number, of: number) => `Asked again, ${n} of ${of}`,
    retryStopped: 'Stopped before the next try',
  },
  /** Read aloud by a screen reader. */
  answerReady: 'The answer is ready.',
  tools: {
    calc: ['Calculating', 'Calculated'],
    bash: ['Running a command', 'Ran a command'],
    read_file: ['Reading', 'Read'],
    write_file: ['Writing', 'Wrote'],
    edit_file: ['Editing', 'Edited'],
    list_files: ['Listing files', 'Listed files'],
    search: ['Searching', 'Searched'],
    sysinfo: ['Looking at the system', 'Looked at the system'],
    time: ['Looking at the clock', 'Looked at the clock'],
    read_output: ['Reading an output', 'Read an output'],
  } satisfies Record<string, Verb> as Record<string, Verb>,
  otherTool: ['Using', 'Used'] as Verb,
  /** By code; the server's own words stand in for a code that is not here. */
  errors: {
    network: 'The server could not be reached. Your text is kept; try again.',
    run_active: 'A run is on in this chat. Wait for it or stop it, then send again.',
    message_too_long: 'The message is too long. Shorten it, or put long material into a file.',
    message_missing: 'There is no text to send.',
    invalid_max_steps: 'Max steps must be a whole number from 1 to 50.',
    unknown_model: 'This model is not available. Choose another one under Options.',
    forbidden_origin: 'The server refused this page. Open Loupe at its own address.',
    internal: 'Loupe failed here. The server’s log has the details; try again.',
    'provider-auth':
      'The provider refused the key. Check it in the settings under Connections, or OPENAI_API_KEY.',
    'provider-credit': 'The account has no credit left. Top it up, then continue.',
    'provider-model':
      'The provider does not know this model. Check its name and the address of the connection.',
    'provider-rate': 'The provider limits how often it may be asked. Wait a moment, then continue.',
    'provider-server': 'The provider has a fault. Continue later, or choose another model.',
    'provider-not-api':
      'The address answers with a web page, not an API. It usually ends in /v1; a sign-in page or proxy may stand before it.',
    'provider-unreachable':
      'The model server could not be reached. Check the address of the connection and that the server is running.',
    'provider-context':
      'The conversation is too long for this model. Start a new chat, or choose a model with a larger context.',
    'provider-too-large':
      'The request is too large for this provider. Start a new chat, or send less at once.',
    'provider-filtered':
      'The provider’s filter blocked this. Word the message differently, or choose another model.',
    'provider-no-tools': 'This model cannot call tools. Choose another one.',
    'provider-refused':
      'The provider refused the request. The same request would be refused again: change the message or choose another model.',
    'provider-torn': 'The answer broke off. What had come is kept; Continue goes on from here.',
    'provider-timeout':
      'The model took too long. What had come is kept; Continue goes on from here.',
    'provider-empty':
      'The provider sent an empty reply. Continue tries again; if it stays empty, choose another model.',
    'empty-answer': 'The model returned no text. Try again, or try another model.',
    'answer-cut': 'The answer was cut at the model’s output limit.',
    'answer-filtered': 'The provider filtered the answer.',
  } as Record<string, string>,
  loadImage: (host: string) => `Load the image from ${host}`,
};

export type Messages = typeof en;
