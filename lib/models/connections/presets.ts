import type { Preset } from '#lib/events/api';

/** Well-known providers, then servers for one's own machine. */
export const PRESETS: readonly Preset[] = [
  { id: 'openai', label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', needsKey: true },
  { id: 'minimax', label: 'MiniMax', baseUrl: 'https://api.minimax.io/v1', needsKey: true },
  { id: 'deepseek', label: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', needsKey: true },
  {
    id: 'qwen',
    label: 'Qwen',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    needsKey: true,
  },
  { id: 'glm', label: 'GLM', baseUrl: 'https://open.bigmodel.cn/api/paas/v4', needsKey: true },
  { id: 'kimi', label: 'Kimi', baseUrl: 'https://api.moonshot.cn/v1', needsKey: true },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
  },
  { id: 'ollama', label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false },
  { id: 'lm-studio', label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false },
  { id: 'vllm', label: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', needsKey: false },
  { id: 'llama-cpp', label: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', needsKey: false },
];
