import { AppError } from '#lib/errors';
import type { Person } from '#lib/events/api';
import { wake } from '#lib/store/bus';
import { moveChats } from '#lib/store/chats';
import { transact } from '#lib/store/db';
import { deletePerson, findPerson } from '#lib/store/people';

/**
 * Takes a member's account away. Their sessions end at once; their chats become the owner's.
 * @throws AppError `unknown_person`
 */
export async function removeMember(id: string, owner: Person): Promise<void> {
  await transact(async () => {
    const person = await findPerson(id);
    if (person?.role !== 'member') {
      throw new AppError(
        'unknown_person',
        'There is no such member.',
        'They may have been removed; the owner cannot be.',
      );
    }
    await moveChats(id, owner.id);
    await deletePerson(id);
  });
  wake('chats');
}
