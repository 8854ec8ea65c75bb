import { readFile, writeFile } from 'node:fs/promises';
import { env } from '#lib/env';
import { singleton } from '#lib/singleton';
import { type Fence, fenced } from '#lib/store/fence';
import {
  findNewestSnapshot,
  findSnapshot,
  insertBlob,
  insertSnapshot,
  readBlob,
} from '#lib/store/snapshots';
import { openWorkspace, workspaceFolders } from '#lib/workspace/open';
import { type Manifest, Snapshots } from '#lib/workspace/snapshot';

/**
 * The files of a chat. The snapshots in the store are the truth and the folder is a working copy: an
 * instance that takes a run over, or whose disk was lost, builds the folder from the newest one.
 */
export class ChatFiles {
  readonly #chatId: string;
  readonly #snapshots: Snapshots;
  readonly #mark: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(chatId: string) {
    const { root, mark } = workspaceFolders(chatId, env().dataDir);
    this.#chatId = chatId;
    this.#snapshots = new Snapshots(root);
    this.#mark = mark;
  }

  /**
   * Keeps the files as they are; answers the id of the snapshot.
   * @throws LostRun
   */
  take(fence: Fence): Promise<string> {
    return this.#inTurn(async () => {
      const manifest = JSON.stringify(
        await this.#snapshots.take((hash, data) => insertBlob(this.#chatId, hash, data)),
      );
      const newest = await findNewestSnapshot(this.#chatId);
      if (newest?.manifest === manifest) return newest.id;
      // An owner that lost its run must not make its old files the newest.
      const id = await fenced(fence, () => insertSnapshot(this.#chatId, manifest, Date.now()));
      await writeFile(this.#mark, id);
      return id;
    });
  }

  /** Makes the files what they were at a snapshot. */
  restore(snapshotId: string): Promise<void> {
    return this.#inTurn(() => this.#restore(snapshotId));
  }

  /** Brings the folder to the newest snapshot, unless it comes from that one. */
  bringUpToDate(): Promise<void> {
    return this.#inTurn(async () => {
      await openWorkspace(this.#chatId, env().dataDir);
      const newest = await findNewestSnapshot(this.#chatId);
      const mark = await readFile(this.#mark, 'utf8').catch(() => undefined);
      if (newest && mark !== newest.id) await this.#restore(newest.id);
    });
  }

  async #restore(id: string): Promise<void> {
    const manifest = await findSnapshot(id);
    if (manifest === undefined) throw new Error(`There is no snapshot ${id}.`);
    await this.#snapshots.restore(JSON.parse(manifest) as Manifest, async (hash) => {
      const data = await readBlob(this.#chatId, hash);
      if (!data) throw new Error(`The content ${hash} of snapshot ${id} is gone.`);
      return data;
    });
    await writeFile(this.#mark, id);
  }

  /** One after the other: calls beside each other must not scan and restore at once. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}

const open = () => singleton('runs.files', () => new Map<string, ChatFiles>());

/** The files of a chat; one object per chat while a run is on, so that its work is done in turn. */
export function chatFiles(chatId: string): ChatFiles {
  const known = open().get(chatId) ?? new ChatFiles(chatId);
  open().set(chatId, known);
  return known;
}

/** Forgets a chat whose run has ended, or that is deleted. */
export function forgetFiles(chatId: string): void {
  open().delete(chatId);
}
