import { ChatApp } from '#components/chat/chat-app';
import { newId } from '#lib/ids';
import { listModels } from '#lib/models/list';
import { listChats } from '#lib/runs/read';

export const dynamic = 'force-dynamic';

export default async function NewChatPage() {
  const id = newId();
  return (
    <ChatApp
      key={id}
      chatId={id}
      chats={await listChats({})}
      models={await listModels({ ask: false })}
    />
  );
}
