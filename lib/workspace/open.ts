import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { singleton } from '#lib/singleton';
import { WorkspaceFiles } from './files.ts';
import { Shell } from './shell.ts';
import { measure, overQuota } from './usage.ts';
import type { Workspace } from './workspace.ts';

const README = `# Workspace

This folder belongs to one chat. The commands that the assistant runs and the files that it reads and
writes are here and nowhere else; they stay until the chat is deleted.

这个文件夹只属于一个对话。助手运行的命令、读取和写入的文件都在这里，不会影响其他地方；删除对话时会一并删除。
`;

interface OpenWorkspace {
  workspace: Promise<Workspace>;
  shell: Shell;
}

interface Folders {
  root: string;
  tmp: string;
  /** A file that names the snapshot which the folder comes from. */
  mark: string;
}

/** Live workspaces by folder: two instances of one would start a shell each. */
function live(): Map<string, OpenWorkspace> {
  return singleton('workspaces', () => {
    // A shell whose event loop is blocked would not see that the server is gone.
    process.once('exit', closeWorkspaces);
    return new Map<string, OpenWorkspace>();
  });
}

/** Where a chat's files are. */
export function workspaceFolders(chatId: string, dataDir: string): Folders {
  if (!/^[\w-]+$/.test(chatId)) throw new Error('Bad chat id.');
  const data = path.resolve(/* turbopackIgnore: true */ dataDir);
  return {
    root: path.join(/* turbopackIgnore: true */ data, 'workspaces', chatId),
    tmp: path.join(/* turbopackIgnore: true */ data, 'tmp', chatId),
    mark: path.join(/* turbopackIgnore: true */ data, 'workspaces', `${chatId}.snapshot`),
  };
}

/** The workspace of a chat; its folder is made when it is missing. */
export async function openWorkspace(chatId: string, dataDir: string): Promise<Workspace> {
  const folders = workspaceFolders(chatId, dataDir);
  const known = live().get(folders.root);
  if (known) return known.workspace;
  const shell = new Shell(folders);
  const workspace = makeWorkspace(folders, shell);
  live().set(folders.root, { workspace, shell });
  workspace.catch(() => live().delete(folders.root));
  return workspace;
}

/** Ends a chat's commands and deletes its files. */
export async function removeWorkspace(chatId: string, dataDir: string): Promise<void> {
  const { root, tmp, mark } = workspaceFolders(chatId, dataDir);
  live().get(root)?.shell.close();
  live().delete(root);
  for (const folder of [root, tmp, mark]) await rm(folder, { recursive: true, force: true });
}

/** Ends the processes of every workspace; the files stay. */
export function closeWorkspaces(): void {
  for (const { shell } of live().values()) shell.close();
  live().clear();
}

async function makeWorkspace({ root, tmp }: Folders, shell: Shell): Promise<Workspace> {
  await mkdir(tmp, { recursive: true });
  const made = await mkdir(root, { recursive: true });
  if (made) await writeFile(path.join(root, 'README.md'), README);
  const files = new WorkspaceFiles(root);
  return {
    readText: (given) => files.readText(given),
    writeText: (given, text) => files.writeText(given, text),
    list: (given, options) => files.list(given, options),
    async exec(command, options) {
      const result = await shell.exec(command, options);
      if (result.end === 'stopped') return result;
      const over = overQuota(await measure(root));
      if (!over) return result;
      const note = `[no space left: ${over}; delete files before writing others]\n`;
      const gap = result.stderr === '' || result.stderr.endsWith('\n') ? '' : '\n';
      return { ...result, stderr: `${result.stderr}${gap}${note}` };
    },
  };
}
