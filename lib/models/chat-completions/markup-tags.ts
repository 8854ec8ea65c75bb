/** Markup that models leave in their text. Every opening starts with one of `<`, `[` and `◁`. */
export interface BlockTag {
  open: RegExp;
  /** None: the block ends with its JSON. */
  closes: readonly string[];
}

/** Pairs around a thought. An opening counts at the start of a line only, as prose may speak of the tags. */
export const THOUGHTS: readonly { open: string; close: string }[] = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
  { open: '<thought>', close: '</thought>' },
  { open: '<reasoning>', close: '</reasoning>' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '[THINK]', close: '[/THINK]' },
];

const BAR = '[|｜]';

/** Blocks that hold tool calls. */
export const BLOCKS: readonly BlockTag[] = [
  ...[
    'tool_call',
    'tool_calls',
    'function_call',
    'function_calls',
    'minimax:tool_call',
    'seed:tool_call',
    'tool_use',
    'antml:function_calls',
  ].map((name) => ({ open: new RegExp(`^<${name}>`), closes: [`</${name}>`] })),
  { open: /^<function=[\w.:-]+>/, closes: ['</function>'] },
  { open: /^<invoke name="[^"<>]+">/, closes: ['</invoke>'] },
  {
    open: new RegExp(`^<${BAR}tool_calls_section_begin${BAR}>`),
    closes: ['<|tool_calls_section_end|>'],
  },
  { open: new RegExp(`^<${BAR}tool_call_begin${BAR}>`), closes: ['<|tool_call_end|>'] },
  { open: /^<｜tool▁calls▁begin｜>/, closes: ['<｜tool▁calls▁end｜>'] },
  { open: /^<｜tool▁call▁begin｜>/, closes: ['<｜tool▁call▁end｜>'] },
  ...['function_calls', 'tool_calls'].map((name) => ({
    open: new RegExp(`^<｜DSML｜${name}>`),
    closes: [`</｜DSML｜${name}>`],
  })),
  { open: /^<\|START_ACTION\|>/, closes: ['<|END_ACTION|>'] },
  { open: /^\[TOOL_CALLS\]/, closes: [] },
  { open: /^<\|(python_tag|tool_call)\|>/, closes: [] },
];

/** What an opening of a block looks like before all of it has come. */
const BLOCK_STARTS: readonly string[] = [
  '<tool_call>',
  '<tool_calls>',
  '<function_call>',
  '<function_calls>',
  '<minimax:tool_call>',
  '<seed:tool_call>',
  '<tool_use>',
  '<function_calls>',
  '<function=',
  '<invoke name="',
  '<|tool_calls_section_begin|>',
  '<|tool_call_begin|>',
  '<｜tool▁calls▁begin｜>',
  '<｜tool▁call▁begin｜>',
  '<｜DSML｜function_calls>',
  '<｜DSML｜tool_calls>',
  '<|START_ACTION|>',
  '[TOOL_CALLS]',
  '<|python_tag|>',
  '<|tool_call|>',
];

/** The tokens of the harmony format (gpt-oss). */
export const HARMONY = /^<\|(start|channel|message|end|return|call|constrain)\|>/;

/** Tokens that end or frame a turn and mean nothing to a reader. */
export const STRAY =
  /^(<\|(im_end|im_start|endoftext|end_of_text|eot_id|eom_id|begin_of_text|START_RESPONSE|END_RESPONSE|START_TEXT|END_TEXT)\|>|<｜end▁of▁sentence｜>|<\/?(?:minimax:|seed:)?tool_calls?>|<\|(?:tool_calls_section_end|\/tool_call)\|>)/;

const STRAY_STARTS: readonly string[] = [
  ...[
    'im_end',
    'im_start',
    'endoftext',
    'end_of_text',
    'eot_id',
    'eom_id',
    'begin_of_text',
    'START_RESPONSE',
    'END_RESPONSE',
    'START_TEXT',
    'END_TEXT',
    'tool_calls_section_end',
    '/tool_call',
  ].map((name) => `<|${name}|>`),
  ...['start', 'channel', 'message', 'end', 'return', 'call', 'constrain'].map(
    (name) => `<|${name}|>`,
  ),
  '<｜end▁of▁sentence｜>',
  '</tool_call>',
  '</tool_calls>',
];

const ALL_STARTS: readonly string[] = [
  ...BLOCK_STARTS,
  ...STRAY_STARTS,
  ...THOUGHTS.flatMap(({ open, close }) => [open, close]),
];

const OPEN_ENDED = /^(<function=[\w.:-]*|<invoke name="[^"<>]*"?)$/;
export const MAX_TAG = 80;

/** Whether more text could make markup of `text`, which starts with one of the opening characters. */
export function mayBecomeTag(text: string): boolean {
  if (text.length >= MAX_TAG) return false;
  return (
    OPEN_ENDED.test(text) ||
    ALL_STARTS.some((tag) => tag.length > text.length && tag.startsWith(text))
  );
}

/** A call as plain JSON in the place of an answer (small models behind Ollama or llama.cpp). */
export const BARE_CALL =
  /^\{\s*"(?:name|tool_name|tool|function)"\s*:\s*"([\w.:-]+)"\s*,\s*"(?:arguments|parameters|input|args)"\s*:/;

/**
 * Harmony whose tokens a server has stripped: `analysisI think.assistantfinalHello`. Many a text begins
 * like it, so that only its second mark tells.
 */
export const STRIPPED_HARMONY = {
  open: /^analysis(?=[A-Z"'])/,
  prefix: 'analysis',
  close: 'assistantfinal',
};

/** A call at the start of a line. */
export const CALL_LINE =
  /\n[ \t]*(?:<(?:minimax:|seed:)?(?:tool_call|function_call)s?>|<function=|<invoke name="|<[|｜](?:tool_call|tool▁call)s?)/g;

/** What may follow a token that is a word of the sentence. */
export const GOES_ON = /^[ ,.;:!?)\]"'`”’」]/;

/** Whether more text could make the start of one of these two. */
export function mayBecomeBare(text: string): boolean {
  if (text === '') return false;
  return (
    'analysis'.startsWith(text) || (text.length < 2 * MAX_TAG && /^\{[\s"\w.:,-]*$/.test(text))
  );
}
