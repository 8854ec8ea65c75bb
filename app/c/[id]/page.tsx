import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { ChatApp } from '#components/chat/chat-app';
import { viewerOf } from '#lib/access/person';
import { listModels } from '#lib/models/list';
import { listChats, readChat } from '#lib/runs/read';

export const dynamic = 'force-dynamic';

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chat = await readChat((await params).id, await viewerOf(await headers()));
  return chat ? { title: `${chat.title} · Loupe` } : {};
}

export default async function ChatPage({ params }: Props) {
  const { id } = await params;
  const viewer = await viewerOf(await headers());
  const [chat, chats] = await Promise.all([readChat(id, viewer), listChats({ viewer })]);
  if (!chat) notFound();
  return (
    <ChatApp
      key={id}
      chatId={id}
      detail={chat}
      chats={chats}
      models={await listModels({ ask: false })}
    />
  );
}
