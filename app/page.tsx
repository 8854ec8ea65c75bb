import { headers } from 'next/headers';
import { ChatApp } from '#components/chat/chat-app';
import { viewerOf } from '#lib/access/person';
import { newId } from '#lib/ids';
import { listModels } from '#lib/models/list';
import { listChats } from '#lib/runs/read';

export const dynamic = 'force-dynamic';

export default async function NewChatPage() {
  const id = newId();
  const viewer = await viewerOf(await headers());
  return (
    <ChatApp
      key={id}
      chatId={id}
      chats={await listChats({ viewer })}
      models={await listModels({ ask: false })}
    />
  );
}
